// Page of the simulators: all emails and SMS of the product, newest first, and the fault settings.
import { faultNames } from "#simulators/faults.ts";
import { payFaultNames } from "#simulators/pay/faults.ts";

const style = `
:root{color-scheme:light dark;--line:light-dark(#e5e0d5,#2a3449);--soft:light-dark(#434d66,#bcc4d6);--card:light-dark(#fff,#171e2f);--accent:light-dark(#1d3f8f,#b3c9ff)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#fbfaf7,#0e1320);color:light-dark(#14213d,#f3f0e8)}
main{max-width:60rem;margin:0 auto;padding:24px 16px 64px}h1{font-size:22px;margin:0 0 4px}p.lead{overflow-wrap:anywhere;margin:0 0 20px;color:var(--soft)}
.bar{display:flex;flex-wrap:wrap;gap:12px;margin-bottom:20px;align-items:end}label{display:grid;gap:4px;font-size:13px;color:var(--soft)}
input,select,button{min-height:48px;padding:0 12px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit;min-width:10rem}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
ol{list-style:none;margin:0;padding:0;display:grid;gap:12px}li{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px}
li header{display:flex;gap:4px 12px;align-items:baseline}li header b{flex:1;min-width:0;overflow-wrap:anywhere}li header time{font-variant-numeric:tabular-nums}
time,.kind{color:var(--soft);font-size:14px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:8px 0 0}
details{margin-top:8px}summary{min-height:48px;display:flex;align-items:center;cursor:pointer;color:var(--accent)}
iframe{width:100%;height:320px;border:1px solid var(--line);border-radius:8px;background:#fff}.empty{padding:48px 16px;text-align:center;color:var(--soft)}`;

const script = `
const list=document.querySelector("ol"),empty=document.querySelector(".empty"),filter=document.querySelector("#to");
let shownIds="";
const createElement=(tag,text,className)=>{const element=document.createElement(tag);element.textContent=text;if(className)element.className=className;return element};
const describeSms=({segments,isUnicode})=>(isUnicode?"Unicode SMS":"SMS")+(segments>1?" in "+segments+" parts":"");
function renderMessage(message){
  const item=document.createElement("li"),head=document.createElement("header");
  head.append(createElement("b",message.to),createElement("span",message.channel==="mail"?"Email":describeSms(message.parts),"kind"),createElement("time",new Date(message.at).toLocaleTimeString()));
  item.append(head);
  if(message.subject)item.append(createElement("strong",message.subject));
  item.append(createElement("pre",message.text));
  if(message.html){const details=document.createElement("details"),frame=document.createElement("iframe");
    frame.setAttribute("sandbox","");frame.title="Email preview";frame.srcdoc=message.html;
    details.append(createElement("summary","Preview"),frame);item.append(details)}
  return item}
async function refresh(){
  const {messages}=await (await fetch("/__sim/messages")).json();
  const visible=messages.filter(({to})=>to.includes(filter.value.trim())).reverse().slice(0,200);
  const ids=visible.map(({id})=>id).join();
  if(ids===shownIds)return;
  shownIds=ids;list.replaceChildren(...visible.map(renderMessage));empty.hidden=visible.length>0}
async function showFaults(){
  const {faults}=await (await fetch("/__sim/faults")).json();
  for(const [service,fault] of Object.entries(faults))document.querySelector("#"+service).value=fault}
for(const select of document.querySelectorAll("select"))select.addEventListener("change",()=>fetch("/__sim/faults",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({service:select.id,fault:select.value})}));
filter.addEventListener("input",refresh);
document.querySelector("form").addEventListener("submit",async event=>{event.preventDefault();const form=event.target;
  await fetch("/__sim/sms-templates",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify(Object.fromEntries(new FormData(form)))});
  form.reset();form.querySelector("output").textContent="Registered"});
document.querySelector("code").textContent=location.origin+"/webhooks";
showFaults();refresh();setInterval(()=>refresh().catch(()=>{}),1000);`;

const renderFaultSelect = (service: string, label: string, names: readonly string[] = faultNames): string =>
  `<label>${label}<select id="${service}">${names.map((name) => `<option>${name}</option>`).join("")}</select></label>`;

export const outboxPage = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>Demo emails and SMS</title><style>${style}</style>
<main><h1>Demo emails and SMS</h1><p class="lead">Messages are not delivered; this page shows what would have been sent. Webhooks can be sent to <code></code>.</p>
<div class="bar"><label>Recipient<input id="to" type="search" autocomplete="off"></label>${renderFaultSelect("mail", "Mail server fault")}${renderFaultSelect("sms", "SMS service fault")}${renderFaultSelect("tax-ids", "GSTIN and PAN register fault")}${renderFaultSelect("pay", "Payment provider fault", ["none", ...payFaultNames])}</div>
<details><summary>Register an SMS text at the simulated operator</summary><form class="bar"><label>Template ID<input name="id" required></label><label>Text with {placeholders}<input name="text" required size="60"></label><button>Register</button><output></output></form></details>
<ol></ol><p class="empty">No messages yet.</p></main><script>${script}</script></html>`;
