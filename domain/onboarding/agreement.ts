// §3 Branch.agreement: default vendor agreement, used until the platform sets its own, and the fees, with which every one begins.
export const defaultAgreement = `<h2>Vendor agreement</h2>
<p>By accepting, the company named in this registration agrees to the following for the branch it registers.</p>
<h3>Our obligations</h3>
<ul>
<li>We provide and maintain the software with which your staff check vehicles in and out, park cars and collect payments.</li>
<li>We verify your company and branch details before publication and whenever they change.</li>
</ul>
<h3>Your obligations</h3>
<ul>
<li>Your details are true, and you are allowed to operate the chosen services at this location.</li>
<li>You are responsible for vehicles and keys handed to your staff, and insured as required by law.</li>
<li>Every payment is recorded as received, and every customer who asks gets a receipt.</li>
<li>Phone numbers, vehicle numbers and photos are used only to operate the branch.</li>
</ul>
<h3>Fees</h3>
<ul>
<li>Online payments go to your own account with the payment provider.</li>
<li>Our fee is stated at the beginning of this agreement. It is never added to what a customer pays.</li>
</ul>
<h3>Termination</h3>
<p>Either party may terminate with 30 days' written notice. We may close a branch immediately if customers are endangered or deceived.</p>`;

/** Shares of a branch's receipts in hundredths of a percent; null or 0 for none. */
export interface Fees {
  platform_charges: number | null;
  service_charges: number | null;
}

const formatShare = (share: number): string => `${(share / 100).toFixed(2)} %`;

/** The platform's fee of a branch in one sentence; null without one. */
export function describeFee({ platform_charges, service_charges }: Fees, branch: string): string | null {
  const shares = [
    ...(platform_charges ? [`${formatShare(platform_charges)} as platform charges`] : []),
    ...(service_charges ? [`${formatShare(service_charges)} as service charges`] : []),
  ];
  return shares.length > 0 ? `Our fee is ${shares.join(" and ")} of what the customers of ${branch} pay.` : null;
}

/** What the product costs, so that it is read before it is accepted, and stored with the agreement. */
export function describeFees(fees: Fees): string {
  const fee =
    describeFee(fees, "this branch") ??
    "We charge no fee for this branch. A fee that we introduce later is announced to you by email, with the day from which it is charged.";
  return `<h2>What it costs</h2>
<p>${fee}</p>
<p>Cash and payments to your own UPI ID cost nothing more. For online payments your payment provider charges you directly, as you agree with it.</p>`;
}
