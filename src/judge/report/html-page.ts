/** The style and the script of the HTML report: both stand in the page, which asks nobody for anything. */

export const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d0d4da,#3a4048);--soft:light-dark(#f4f6f8,#1d2126);
--bad:light-dark(#b3261e,#ff8a80);
--good:light-dark(#1b6e37,#7bd88f);--mid:light-dark(#7a5b00,#e8c35a);--back:light-dark(#fff,#14171a)}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;
color:light-dark(#16191d,#e6e9ed);background:var(--back)}
h1{font-size:1.5rem;margin-bottom:.25rem}h2{font-size:1.15rem;margin-top:2rem}a{color:inherit}
pre{background:var(--soft);padding:.6rem;margin:.25rem 0;white-space:pre-wrap;overflow-wrap:anywhere;border-radius:4px}
.tiles{display:flex;flex-wrap:wrap;gap:3px;margin:.75rem 0;padding:0;list-style:none}
.tiles a{display:block;width:1rem;height:1rem;border-radius:2px;background:var(--good)}
.tiles a.failed{background:var(--bad)}.tiles a:is(.not,.look){background:var(--mid)}
.tools{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;position:sticky;top:0;background:var(--back);
padding:.5rem 0}
.tools input{flex:1 1 14rem;min-width:0}
.tools input,.tools select,button{font:inherit;padding:.25rem .5rem;color:inherit;background:var(--soft);
border:1px solid var(--line);border-radius:4px}
details{border:1px solid var(--line);border-left:4px solid var(--bad);border-radius:4px;margin:.5rem 0;
padding:.25rem 1rem}
details.group{border-left-color:var(--line)}details.practice{border-left-color:var(--mid)}
details.row{border-left-color:var(--good)}details.row:is(.not,.look){border-left-color:var(--mid)}
details.row.failed{border-left-color:var(--bad)}
summary{cursor:pointer;overflow-wrap:anywhere}summary code,small{opacity:.85}dt{font-weight:600;margin-top:.5rem}
dd{margin:0}
ol.sequence{margin:.25rem 0;padding-left:1.5rem}
ol.sequence:has(.at){list-style:none;padding:0;border-left:3px solid var(--line)}
ol.sequence li:has(.at){display:grid;grid-template-columns:4rem 1fr;gap:.5rem}
ol.sequence .at{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code{font-size:.9em;overflow-wrap:anywhere}
.word{white-space:nowrap;display:inline-block;min-width:7.5em}.passed.word,h1.passed{color:var(--good)}
.failed.word,h1.failed{color:var(--bad)}.not.word,.look.word,h1.not{color:var(--mid)}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;overflow-wrap:anywhere;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
td:first-child{white-space:nowrap}
[hidden]{display:none}
@media print{:root{color-scheme:light;print-color-adjust:exact}.tools,button{display:none}body{margin:0;max-width:none}
pre,tr,dt{break-inside:avoid}dt,h2,summary{break-after:avoid}}
`;

/** Filters, searches, folds and copies. Without script everything is there; paper folds nothing away. */
export const SCRIPT = `
const all=[...document.querySelectorAll("[data-find]")],word=document.getElementById("word");
const kind=document.getElementById("kind"),count=document.getElementById("count");
function show(){const text=word.value.trim().toLowerCase();let seen=0;
for(const one of all){const is=(!kind.value||one.dataset.kind===kind.value)&&one.dataset.find.includes(text);
one.hidden=!is;if(is&&one.classList.contains("row"))seen++}
if(text||kind.value)for(const one of document.querySelectorAll("#checks ~ details.group"))one.open=true;
count.textContent=seen+(seen===1?" check":" checks")}
word.addEventListener("input",show);kind.addEventListener("change",show);
document.getElementById("fold").addEventListener("click",()=>{const is=!document.querySelector("details[open]");
for(const one of document.querySelectorAll("details"))one.open=is});
document.addEventListener("click",async({target})=>{if(!target.matches("button.copy"))return;
const text=target.previousElementSibling.textContent;
try{await navigator.clipboard.writeText(text);
target.textContent="Copied"}catch{getSelection().selectAllChildren(target.previousElementSibling);
target.textContent="Selected"}});
let folded=[];addEventListener("beforeprint",()=>{
folded=[...document.querySelectorAll("main > details:not([open]),main > details > .group:not([open])")];
for(const one of folded)one.open=true});
addEventListener("afterprint",()=>{for(const one of folded)one.open=false});
function jump(){const one=location.hash&&document.getElementById(decodeURIComponent(location.hash.slice(1)));
if(one&&one.tagName==="DETAILS"){for(let up=one;up;up=up.parentElement)if(up.tagName==="DETAILS")up.open=true;
one.hidden=false;one.scrollIntoView()}}
addEventListener("hashchange",jump);jump();show();
`;
