// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
// @ts-nocheck: ajv's code below is JavaScript; the function above it is typed.
import type { components } from "./control-types.ts";
import { type Fault, faultsBy } from "./faults.ts";

/** Every call of the sandbox's control over HTTP (spec/control.yaml). `*` marks members that are required. */
export const CONTROLS = [
  {
    "method": "GET",
    "path": "/_control",
    "summary": "List the calls",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/payments",
    "summary": "Record a payment",
    "body": [
      "client",
      "caseFile",
      "amount",
      "paidTo",
      "confirmed"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/payments/{id}/confirm",
    "summary": "Confirm a payment",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/payments/{id}/events",
    "summary": "Let another event of the contract happen to a payment",
    "body": [
      "event",
      "payload"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/case-files",
    "summary": "Create a case file",
    "body": [
      "client"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/apps/{id}/dispatch",
    "summary": "Dispatch an event to the webhooks of an App",
    "body": [
      "event",
      "payload"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/scenarios",
    "summary": "List the scenarios",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/scenarios/{name}",
    "summary": "Run a scenario",
    "body": [
      "client",
      "count",
      "seconds"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/deliveries",
    "summary": "List deliveries, the newest first",
    "body": [],
    "others": false,
    "query": [
      "state",
      "system",
      "webhook",
      "payment",
      "find",
      "before",
      "limit"
    ]
  },
  {
    "method": "GET",
    "path": "/_control/deliveries/{id}",
    "summary": "Show a delivery with its attempts and its bytes",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/deliveries/{id}/redeliver",
    "summary": "Send the bytes of a delivery again",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/deliveries/{id}/send",
    "summary": "Send an edited body to the webhook of a delivery",
    "body": [
      "body*",
      "signing"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/settle",
    "summary": "Wait until no delivery is due",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clock/advance",
    "summary": "Let time pass at once",
    "body": [
      "seconds*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clock/back",
    "summary": "Go back to the time of the machine",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clock/run-out",
    "summary": "Advance the clock until no retry is left",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/webhook-url",
    "summary": "Tell whether a URL may be registered",
    "body": [
      "url*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/client-webhooks",
    "summary": "Register a client webhook without a token",
    "body": [
      "url*",
      "client",
      "name",
      "events"
    ],
    "others": true,
    "query": []
  },
  {
    "method": "PATCH",
    "path": "/_control/client-webhooks/{id}",
    "summary": "Switch a client webhook on or off",
    "body": [
      "active*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/app-webhooks",
    "summary": "Register an app webhook without a token",
    "body": [
      "webhookUrl*",
      "app",
      "events",
      "responseHandlingType",
      "active"
    ],
    "others": true,
    "query": []
  },
  {
    "method": "PATCH",
    "path": "/_control/app-webhooks/{id}",
    "summary": "Switch an app webhook on or off",
    "body": [
      "active*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/forwards",
    "summary": "List where deliveries go instead",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/forwards",
    "summary": "Lead the deliveries to an origin to this machine",
    "body": [
      "origin*",
      "to*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/forwards/remove",
    "summary": "Remove a forward",
    "body": [
      "origin*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/receiver",
    "summary": "Lead a client webhook to the receiver inside the sandbox",
    "body": [
      "client"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "PUT",
    "path": "/_control/receiver",
    "summary": "Say what the receiver inside answers",
    "body": [
      "answer*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/faults",
    "summary": "List the faults that are switched on",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "PUT",
    "path": "/_control/faults",
    "summary": "Switch faults on for the next deliveries",
    "body": [
      "faults*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/clients",
    "summary": "Create a client",
    "body": [
      "name"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/apps",
    "summary": "Create an App",
    "body": [
      "name"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/oauth/code",
    "summary": "Give an authorization code",
    "body": [
      "clientId",
      "redirectUri",
      "customer",
      "scopes"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/oauth/exchange",
    "summary": "Exchange a code of the console's own app",
    "body": [
      "code*"
    ],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/oauth/link",
    "summary": "Give an authorization request that ends in the console",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/state",
    "summary": "Show the sandbox at a glance",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "POST",
    "path": "/_control/reset",
    "summary": "Delete everything but the settings",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/profile",
    "summary": "Show the settings, each with the gap that leaves it open",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "PUT",
    "path": "/_control/profile",
    "summary": "Change settings while the sandbox runs",
    "body": [],
    "others": true,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/contract",
    "summary": "Show the operations and events of the contract",
    "body": [],
    "others": false,
    "query": []
  },
  {
    "method": "GET",
    "path": "/_control/events",
    "summary": "Watch what happens, as server-sent events",
    "body": [],
    "others": false,
    "query": [
      "after"
    ]
  }
] as const;

/** What each call takes, by its operation. */
export type ControlInputs = Pick<components["schemas"], "createPayment" | "emitEvent" | "createCaseFile" | "dispatchAppEvent" | "runScenario" | "listDeliveries" | "sendEdited" | "advanceClock" | "judgeUrl" | "switchClientWebhook" | "switchAppWebhook" | "addForward" | "removeForward" | "useReceiver" | "tellReceiver" | "setFaults" | "createClient" | "createApp" | "createCode" | "exchangeCode" | "watch">;

/** Every fault in what a call takes, by its operation. Fills in the defaults. */
export const controlFaults = (call: keyof ControlInputs, value: unknown): Fault[] => faultsBy(CHECKS[call], value);

const check_createPayment = validate21;
const schema6 = {"$id":"createPayment","type":"object","properties":{"client":{"$ref":"ClientName"},"caseFile":{"type":"integer"},"amount":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991,"default":12550},"paidTo":{"type":"string","enum":["client","agency"],"default":"client"},"confirmed":{"type":"boolean","default":false}}};
const schema7 = {"$id":"ClientName","type":["integer","string"]};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ClientName" */;
let vErrors = null;
let errors = 0;
if((!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))) && (typeof data !== "string")){
const err0 = {instancePath,keyword:"type",params:{type: schema7.type},message:"must be integer,string"};
(vErrors ??= []).push(err0);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="createPayment" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.amount === undefined){
data.amount = 12550;
}
if(data.paidTo === undefined){
data.paidTo = "client";
}
if(data.confirmed === undefined){
data.confirmed = false;
}
if(data.client !== undefined){
if(!(validate22(data.client, {instancePath:instancePath+"/client",parentData:data,parentDataProperty:"client",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data.caseFile !== undefined){
let data1 = data.caseFile;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err0 = {instancePath:instancePath+"/caseFile",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err0);
errors++;
}
}
let data2 = data.amount;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err1 = {instancePath:instancePath+"/amount",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err1);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
const err2 = {instancePath:instancePath+"/amount",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},message:"must be <= 9007199254740991"};
(vErrors ??= []).push(err2);
errors++;
}
if(data2 < -9007199254740991 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/amount",keyword:"minimum",params:{comparison: ">=", limit: -9007199254740991},message:"must be >= -9007199254740991"};
(vErrors ??= []).push(err3);
errors++;
}
}
let data3 = data.paidTo;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/paidTo",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
if(!((data3 === "client") || (data3 === "agency"))){
const err5 = {instancePath:instancePath+"/paidTo",keyword:"enum",params:{allowedValues: schema6.properties.paidTo.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err5);
errors++;
}
if(typeof data.confirmed !== "boolean"){
const err6 = {instancePath:instancePath+"/confirmed",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err6);
errors++;
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err7);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

const check_emitEvent = validate24;
const schema8 = {"$id":"emitEvent","type":"object","properties":{"event":{"type":"string"},"payload":{"type":"object","additionalProperties":true}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="emitEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event !== undefined){
if(typeof data.event !== "string"){
const err0 = {instancePath:instancePath+"/event",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.payload !== undefined){
let data1 = data.payload;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err1 = {instancePath:instancePath+"/payload",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const check_createCaseFile = validate25;
const schema9 = {"$id":"createCaseFile","type":"object","properties":{"client":{"$ref":"ClientName"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="createCaseFile" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client !== undefined){
if(!(validate22(data.client, {instancePath:instancePath+"/client",parentData:data,parentDataProperty:"client",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

const check_dispatchAppEvent = validate27;
const schema10 = {"$id":"dispatchAppEvent","type":"object","properties":{"event":{"$ref":"Text"},"payload":{"type":"object","additionalProperties":true}}};
const schema11 = {"$id":"Text","type":"string","minLength":1,"maxLength":1000};
const func2 = (text) => [...text].length;

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Text" */;
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(func2(data) > 1000){
const err0 = {instancePath,keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters"};
(vErrors ??= []).push(err0);
errors++;
}
if(func2(data) < 1){
const err1 = {instancePath,keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters"};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}


function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="dispatchAppEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.event !== undefined){
if(!(validate28(data.event, {instancePath:instancePath+"/event",parentData:data,parentDataProperty:"event",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data.payload !== undefined){
let data1 = data.payload;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
}
else {
const err0 = {instancePath:instancePath+"/payload",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

const check_runScenario = validate30;
const schema12 = {"$id":"runScenario","type":"object","properties":{"client":{"$ref":"ClientName"},"count":{"type":"integer","minimum":1,"maximum":5000,"default":20},"seconds":{"type":"number","minimum":0,"maximum":60,"default":2}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="runScenario" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.count === undefined){
data.count = 20;
}
if(data.seconds === undefined){
data.seconds = 2;
}
if(data.client !== undefined){
if(!(validate22(data.client, {instancePath:instancePath+"/client",parentData:data,parentDataProperty:"client",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
let data1 = data.count;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err0 = {instancePath:instancePath+"/count",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err0);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 5000 || isNaN(data1)){
const err1 = {instancePath:instancePath+"/count",keyword:"maximum",params:{comparison: "<=", limit: 5000},message:"must be <= 5000"};
(vErrors ??= []).push(err1);
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/count",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err2);
errors++;
}
}
let data2 = data.seconds;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 60 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/seconds",keyword:"maximum",params:{comparison: "<=", limit: 60},message:"must be <= 60"};
(vErrors ??= []).push(err3);
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/seconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/seconds",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err5);
errors++;
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err6);
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}

const check_listDeliveries = validate32;
const schema13 = {"$id":"listDeliveries","type":"object","properties":{"state":{"$ref":"DeliveryState"},"system":{"$ref":"System"},"webhook":{"type":"integer","minimum":1},"payment":{"type":"integer","minimum":1},"find":{"type":"string","maxLength":1000},"before":{"type":"integer","minimum":1},"limit":{"type":"integer","minimum":1,"maximum":200,"default":50}}};
const schema14 = {"$id":"DeliveryState","type":"string","enum":["pending","sending","held","delivered","failed","dropped"]};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="DeliveryState" */;
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
if(!((((((data === "pending") || (data === "sending")) || (data === "held")) || (data === "delivered")) || (data === "failed")) || (data === "dropped"))){
const err1 = {instancePath,keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err1);
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}

const schema15 = {"$id":"System","type":"string","enum":["client","app"]};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="System" */;
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
if(!((data === "client") || (data === "app"))){
const err1 = {instancePath,keyword:"enum",params:{allowedValues: schema15.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err1);
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="listDeliveries" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 50;
}
if(data.state !== undefined){
if(!(validate33(data.state, {instancePath:instancePath+"/state",parentData:data,parentDataProperty:"state",rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.system !== undefined){
if(!(validate35(data.system, {instancePath:instancePath+"/system",parentData:data,parentDataProperty:"system",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data.webhook !== undefined){
let data2 = data.webhook;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err0 = {instancePath:instancePath+"/webhook",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err0);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 1 || isNaN(data2)){
const err1 = {instancePath:instancePath+"/webhook",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
if(data.payment !== undefined){
let data3 = data.payment;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err2 = {instancePath:instancePath+"/payment",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err2);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 < 1 || isNaN(data3)){
const err3 = {instancePath:instancePath+"/payment",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err3);
errors++;
}
}
}
if(data.find !== undefined){
let data4 = data.find;
if(typeof data4 === "string"){
if(func2(data4) > 1000){
const err4 = {instancePath:instancePath+"/find",keyword:"maxLength",params:{limit: 1000},message:"must NOT have more than 1000 characters"};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/find",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.before !== undefined){
let data5 = data.before;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err6 = {instancePath:instancePath+"/before",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err6);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 1 || isNaN(data5)){
const err7 = {instancePath:instancePath+"/before",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err7);
errors++;
}
}
}
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err8 = {instancePath:instancePath+"/limit",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err8);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 200 || isNaN(data6)){
const err9 = {instancePath:instancePath+"/limit",keyword:"maximum",params:{comparison: "<=", limit: 200},message:"must be <= 200"};
(vErrors ??= []).push(err9);
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err10 = {instancePath:instancePath+"/limit",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err10);
errors++;
}
}
}
else {
const err11 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err11);
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}

const check_sendEdited = validate37;
const schema16 = {"$id":"sendEdited","type":"object","required":["body"],"properties":{"body":{"type":"string","maxLength":60000},"signing":{"type":"string","enum":["right","other-body","wrong-signature"],"default":"right"}}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="sendEdited" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.signing === undefined){
data.signing = "right";
}
if(data.body === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "body"},message:"must have required property '"+"body"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.body !== undefined){
let data0 = data.body;
if(typeof data0 === "string"){
if(func2(data0) > 60000){
const err1 = {instancePath:instancePath+"/body",keyword:"maxLength",params:{limit: 60000},message:"must NOT have more than 60000 characters"};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/body",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
let data1 = data.signing;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/signing",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
if(!(((data1 === "right") || (data1 === "other-body")) || (data1 === "wrong-signature"))){
const err4 = {instancePath:instancePath+"/signing",keyword:"enum",params:{allowedValues: schema16.properties.signing.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
validate37.errors = vErrors;
return errors === 0;
}

const check_advanceClock = validate38;
const schema17 = {"$id":"advanceClock","type":"object","required":["seconds"],"properties":{"seconds":{"type":"number","minimum":0,"maximum":31622400}}};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="advanceClock" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.seconds === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "seconds"},message:"must have required property '"+"seconds"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.seconds !== undefined){
let data0 = data.seconds;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 31622400 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/seconds",keyword:"maximum",params:{comparison: "<=", limit: 31622400},message:"must be <= 31622400"};
(vErrors ??= []).push(err1);
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/seconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/seconds",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err4);
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}

const check_judgeUrl = validate39;
const schema18 = {"$id":"judgeUrl","type":"object","required":["url"],"properties":{"url":{"$ref":"Text"}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="judgeUrl" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.url === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.url !== undefined){
if(!(validate28(data.url, {instancePath:instancePath+"/url",parentData:data,parentDataProperty:"url",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}

const check_switchClientWebhook = validate41;
const schema19 = {"$id":"switchClientWebhook","type":"object","required":["active"],"properties":{"active":{"type":"boolean"}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="switchClientWebhook" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.active === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "active"},message:"must have required property '"+"active"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.active !== undefined){
if(typeof data.active !== "boolean"){
const err1 = {instancePath:instancePath+"/active",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}

const check_switchAppWebhook = validate42;
const schema20 = {"$id":"switchAppWebhook","type":"object","required":["active"],"properties":{"active":{"type":"boolean"}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="switchAppWebhook" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.active === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "active"},message:"must have required property '"+"active"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.active !== undefined){
if(typeof data.active !== "boolean"){
const err1 = {instancePath:instancePath+"/active",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}

const check_addForward = validate43;
const schema21 = {"$id":"addForward","type":"object","required":["origin","to"],"properties":{"origin":{"$ref":"Text"},"to":{"$ref":"Text"}}};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="addForward" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.origin === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "origin"},message:"must have required property '"+"origin"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.to === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "to"},message:"must have required property '"+"to"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.origin !== undefined){
if(!(validate28(data.origin, {instancePath:instancePath+"/origin",parentData:data,parentDataProperty:"origin",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data.to !== undefined){
if(!(validate28(data.to, {instancePath:instancePath+"/to",parentData:data,parentDataProperty:"to",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}

const check_removeForward = validate46;
const schema22 = {"$id":"removeForward","type":"object","required":["origin"],"properties":{"origin":{"$ref":"Text"}}};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="removeForward" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.origin === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "origin"},message:"must have required property '"+"origin"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.origin !== undefined){
if(!(validate28(data.origin, {instancePath:instancePath+"/origin",parentData:data,parentDataProperty:"origin",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
validate46.errors = vErrors;
return errors === 0;
}

const check_useReceiver = validate48;
const schema23 = {"$id":"useReceiver","type":"object","properties":{"client":{"$ref":"ClientName"}}};

function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="useReceiver" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client !== undefined){
if(!(validate22(data.client, {instancePath:instancePath+"/client",parentData:data,parentDataProperty:"client",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
validate48.errors = vErrors;
return errors === 0;
}

const check_tellReceiver = validate50;
const schema24 = {"$id":"tellReceiver","type":"object","required":["answer"],"properties":{"answer":{"type":"string","enum":["204","200","slow","404","500","none","unseen"]}}};

function validate50(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="tellReceiver" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.answer === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "answer"},message:"must have required property '"+"answer"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.answer !== undefined){
let data0 = data.answer;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/answer",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
if(!(((((((data0 === "204") || (data0 === "200")) || (data0 === "slow")) || (data0 === "404")) || (data0 === "500")) || (data0 === "none")) || (data0 === "unseen"))){
const err2 = {instancePath:instancePath+"/answer",keyword:"enum",params:{allowedValues: schema24.properties.answer.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err3);
errors++;
}
validate50.errors = vErrors;
return errors === 0;
}

const check_setFaults = validate51;
const schema25 = {"$id":"setFaults","type":"object","required":["faults"],"properties":{"faults":{"type":"array","maxItems":20,"items":{"$ref":"Fault"}}}};
const schema26 = {"$id":"Fault","type":"object","additionalProperties":false,"required":["kind"],"properties":{"kind":{"type":"string","enum":["drop","wrong-signature","other-body","delay","duplicate","slow"]},"next":{"type":"integer","minimum":1,"maximum":100000,"default":1},"seconds":{"type":"number","minimum":0,"maximum":86400,"default":2}}};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Fault" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.next === undefined){
data.next = 1;
}
if(data.seconds === undefined){
data.seconds = 2;
}
if(data.kind === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "kind"},message:"must have required property '"+"kind"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 in data){
if(!(((key0 === "kind") || (key0 === "next")) || (key0 === "seconds"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.kind !== undefined){
let data0 = data.kind;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/kind",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
if(!((((((data0 === "drop") || (data0 === "wrong-signature")) || (data0 === "other-body")) || (data0 === "delay")) || (data0 === "duplicate")) || (data0 === "slow"))){
const err3 = {instancePath:instancePath+"/kind",keyword:"enum",params:{allowedValues: schema26.properties.kind.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err3);
errors++;
}
}
let data1 = data.next;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/next",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err4);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 100000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/next",keyword:"maximum",params:{comparison: "<=", limit: 100000},message:"must be <= 100000"};
(vErrors ??= []).push(err5);
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/next",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err6);
errors++;
}
}
let data2 = data.seconds;
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 86400 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/seconds",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"};
(vErrors ??= []).push(err7);
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/seconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err8);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/seconds",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err10);
errors++;
}
validate52.errors = vErrors;
return errors === 0;
}


function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="setFaults" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.faults === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "faults"},message:"must have required property '"+"faults"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.faults !== undefined){
let data0 = data.faults;
if(Array.isArray(data0)){
if(data0.length > 20){
const err1 = {instancePath:instancePath+"/faults",keyword:"maxItems",params:{limit: 20},message:"must NOT have more than 20 items"};
(vErrors ??= []).push(err1);
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate52(data0[i0], {instancePath:instancePath+"/faults/" + i0,parentData:data0,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/faults",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err3);
errors++;
}
validate51.errors = vErrors;
return errors === 0;
}

const check_createClient = validate54;
const schema27 = {"$id":"createClient","type":"object","properties":{"name":{"$ref":"Text"}}};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="createClient" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
if(!(validate28(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
validate54.errors = vErrors;
return errors === 0;
}

const check_createApp = validate56;
const schema28 = {"$id":"createApp","type":"object","properties":{"name":{"$ref":"Text"}}};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="createApp" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name !== undefined){
if(!(validate28(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
validate56.errors = vErrors;
return errors === 0;
}

const check_createCode = validate58;
const schema29 = {"$id":"createCode","type":"object","properties":{"clientId":{"$ref":"Text"},"redirectUri":{"$ref":"Text"},"customer":{"type":"integer"},"scopes":{"type":"array","items":{"type":"string"}}}};

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="createCode" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.clientId !== undefined){
if(!(validate28(data.clientId, {instancePath:instancePath+"/clientId",parentData:data,parentDataProperty:"clientId",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data.redirectUri !== undefined){
if(!(validate28(data.redirectUri, {instancePath:instancePath+"/redirectUri",parentData:data,parentDataProperty:"redirectUri",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
if(data.customer !== undefined){
let data2 = data.customer;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err0 = {instancePath:instancePath+"/customer",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.scopes !== undefined){
let data3 = data.scopes;
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
if(typeof data3[i0] !== "string"){
const err1 = {instancePath:instancePath+"/scopes/" + i0,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath:instancePath+"/scopes",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err3);
errors++;
}
validate58.errors = vErrors;
return errors === 0;
}

const check_exchangeCode = validate61;
const schema30 = {"$id":"exchangeCode","type":"object","required":["code"],"properties":{"code":{"$ref":"Text"}}};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="exchangeCode" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.code !== undefined){
if(!(validate28(data.code, {instancePath:instancePath+"/code",parentData:data,parentDataProperty:"code",rootData}))){
vErrors = vErrors === null ? validate28.errors : vErrors.concat(validate28.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
validate61.errors = vErrors;
return errors === 0;
}

const check_watch = validate63;
const schema31 = {"$id":"watch","type":"object","properties":{"after":{"type":"string"}}};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="watch" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.after !== undefined){
if(typeof data.after !== "string"){
const err0 = {instancePath:instancePath+"/after",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}


const CHECKS = { createPayment: check_createPayment, emitEvent: check_emitEvent, createCaseFile: check_createCaseFile, dispatchAppEvent: check_dispatchAppEvent, runScenario: check_runScenario, listDeliveries: check_listDeliveries, sendEdited: check_sendEdited, advanceClock: check_advanceClock, judgeUrl: check_judgeUrl, switchClientWebhook: check_switchClientWebhook, switchAppWebhook: check_switchAppWebhook, addForward: check_addForward, removeForward: check_removeForward, useReceiver: check_useReceiver, tellReceiver: check_tellReceiver, setFaults: check_setFaults, createClient: check_createClient, createApp: check_createApp, createCode: check_createCode, exchangeCode: check_exchangeCode, watch: check_watch };
