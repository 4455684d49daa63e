// §3 Branch.agreement: what a vendor accepts before a branch is published, until the platform writes its own.
export const defaultAgreement = `<h2>Agreement with the vendor</h2>
<p>By accepting, the company named in this registration agrees to the following for the branch it registers.</p>
<h3>What we do</h3>
<ul>
<li>We keep the software running, with which your people let vehicles in and out, park cars and take payments.</li>
<li>We check what you tell us of your company and branch before it is published, and whenever it changes.</li>
</ul>
<h3>What you do</h3>
<ul>
<li>What you tell us is true, and you may run the services you have chosen at this place.</li>
<li>The vehicles and keys handed to your people are in your care. You are insured for it as the law asks.</li>
<li>Every payment is entered as it was taken, and every customer who asks gets a receipt.</li>
<li>Phone numbers, number plates and pictures are used for running the branch and for nothing else.</li>
</ul>
<h3>Money</h3>
<ul>
<li>Online payments go to your own account at the payment provider.</li>
<li>Our share is the one agreed with you in writing. It never adds to what a customer pays.</li>
</ul>
<h3>How it ends</h3>
<p>Either of us may end this with 30 days' notice in writing. We may close a branch at once where customers are in danger or deceived.</p>`;
