// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
// @ts-nocheck: ajv's code below is JavaScript; the functions at the end are typed.
import { type Fault, faultsBy } from "./faults.ts";

/** Where a driver over HTTP lists its members; a path below its base URL. */
export const DRIVER_MEMBERS_PATH = "/members";

/** The version of the protocol. */
export const DRIVER_VERSION = 1;

/**
 * The calls of the protocol, each a POST: its path, the schemas of its body and its answer (null: none), and whether it
 * may be answered 204.
 */
export const DRIVER_CALLS = {
  "start": {
    "path": "/start",
    "request": "Nothing",
    "answer": null,
    "mayBeEmpty": true
  },
  "reset": {
    "path": "/reset",
    "request": "Nothing",
    "answer": null,
    "mayBeEmpty": true
  },
  "stop": {
    "path": "/stop",
    "request": "Nothing",
    "answer": null,
    "mayBeEmpty": true
  },
  "settle": {
    "path": "/settle",
    "request": "Nothing",
    "answer": null,
    "mayBeEmpty": true
  },
  "credentials": {
    "path": "/credentials",
    "request": "Nothing",
    "answer": "Credentials",
    "mayBeEmpty": false
  },
  "accessToken": {
    "path": "/accessToken",
    "request": "Nothing",
    "answer": "AccessToken",
    "mayBeEmpty": false
  },
  "requestHeaders": {
    "path": "/requestHeaders",
    "request": "TokenToCarry",
    "answer": "RequestHeaders",
    "mayBeEmpty": false
  },
  "refresh": {
    "path": "/refresh",
    "request": "RefreshToken",
    "answer": "AccessToken",
    "mayBeEmpty": false
  },
  "confirmPayment": {
    "path": "/confirmPayment",
    "request": "Payment",
    "answer": "PaymentMade",
    "mayBeEmpty": true
  },
  "recordPayment": {
    "path": "/recordPayment",
    "request": "Payment",
    "answer": "PaymentMade",
    "mayBeEmpty": true
  },
  "setClientWebhookActive": {
    "path": "/setClientWebhookActive",
    "request": "WebhookSwitch",
    "answer": null,
    "mayBeEmpty": true
  },
  "dispatchAppEvent": {
    "path": "/dispatchAppEvent",
    "request": "AppEvent",
    "answer": null,
    "mayBeEmpty": true
  },
  "emitEvent": {
    "path": "/emitEvent",
    "request": "ClientEvent",
    "answer": null,
    "mayBeEmpty": true
  },
  "processed": {
    "path": "/processed",
    "request": "Nothing",
    "answer": "Processed",
    "mayBeEmpty": false
  }
} as const;

/** The values that a driver may list. */
export const DRIVER_VALUES = ["baseUrl","authUrl","clientIri","otherClientIri","appIri","appId","otherAppIri","otherAppId","receiver","registrationProbesUrls","retryWindowMs","attemptTimeoutMs"] as const;

/** The name of a call. */
export type DriverCall = keyof typeof DRIVER_CALLS;
/** The name of a value. */
export type DriverValue = (typeof DRIVER_VALUES)[number];
/** The name of a schema of the protocol. */
export type DriverSchema = "Error" | "Nothing" | "Members" | "CallName" | "Values" | "HttpUrl" | "Receiver" | "Credentials" | "AccessToken" | "RefreshToken" | "TokenToCarry" | "RequestHeaders" | "Payment" | "PaymentMade" | "WebhookSwitch" | "AppEvent" | "ClientEvent" | "Processed";

/** Every fault in a value of the protocol. */
export const driverFaults = (schema: DriverSchema, value: unknown): Fault[] => faultsBy(CHECKS[schema], value);

const check_Error = validate21;
const schema6 = {"$id":"Error","type":"object","required":["code","message"],"properties":{"code":{"type":"string"},"message":{"type":"string"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Error" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.message === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err2 = {instancePath:instancePath+"/code",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err3 = {instancePath:instancePath+"/message",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate21.errors = vErrors;
return errors === 0;
}

const check_Nothing = validate22;
const schema7 = {"$id":"Nothing","type":"object"};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Nothing" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const check_Members = validate23;
const schema8 = {"$id":"Members","type":"object","required":["version","calls"],"properties":{"version":{"type":"integer","const":1},"calls":{"type":"array","items":{"$ref":"CallName"}},"values":{"$ref":"Values"}}};
const schema9 = {"$id":"CallName","type":"string","enum":["start","reset","stop","settle","credentials","accessToken","requestHeaders","refresh","confirmPayment","recordPayment","setClientWebhookActive","dispatchAppEvent","emitEvent","processed"]};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="CallName" */;
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
if(!((((((((((((((data === "start") || (data === "reset")) || (data === "stop")) || (data === "settle")) || (data === "credentials")) || (data === "accessToken")) || (data === "requestHeaders")) || (data === "refresh")) || (data === "confirmPayment")) || (data === "recordPayment")) || (data === "setClientWebhookActive")) || (data === "dispatchAppEvent")) || (data === "emitEvent")) || (data === "processed"))){
const err1 = {instancePath,keyword:"enum",params:{allowedValues: schema9.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err1);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const schema10 = {"$id":"Values","type":"object","additionalProperties":false,"properties":{"baseUrl":{"$ref":"HttpUrl"},"authUrl":{"$ref":"HttpUrl"},"clientIri":{"type":"string"},"otherClientIri":{"type":"string"},"appIri":{"type":"string"},"appId":{"type":["string","integer"]},"otherAppIri":{"type":"string"},"otherAppId":{"type":["string","integer"]},"receiver":{"$ref":"Receiver"},"registrationProbesUrls":{"type":"boolean"},"retryWindowMs":{"type":"number","minimum":0,"maximum":600000},"attemptTimeoutMs":{"type":"number","minimum":0,"maximum":600000}}};
const func2 = Object.prototype.hasOwnProperty;
const schema11 = {"$id":"HttpUrl","type":"string","pattern":"^https?://\\S+$"};
const pattern0 = /* @__PURE__ */ new RegExp("^https?://\\S+$", "u");

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="HttpUrl" */;
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern0.test(data)){
const err0 = {instancePath,keyword:"pattern",params:{pattern: "^https?://\\S+$"},message:"must match pattern \""+"^https?://\\S+$"+"\""};
(vErrors ??= []).push(err0);
errors++;
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

const schema12 = {"$id":"Receiver","type":"object","required":["listen","origin"],"properties":{"listen":{"type":"object","required":["host","port"],"properties":{"host":{"type":"string","pattern":"."},"port":{"type":"integer","minimum":0,"maximum":65535}}},"origin":{"$ref":"HttpUrl"}}};
const pattern1 = /* @__PURE__ */ new RegExp(".", "u");

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Receiver" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.listen === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "listen"},message:"must have required property '"+"listen"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.origin === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "origin"},message:"must have required property '"+"origin"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.listen !== undefined){
let data0 = data.listen;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.host === undefined){
const err2 = {instancePath:instancePath+"/listen",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data0.port === undefined){
const err3 = {instancePath:instancePath+"/listen",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data0.host !== undefined){
let data1 = data0.host;
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
const err4 = {instancePath:instancePath+"/listen/host",keyword:"pattern",params:{pattern: "."},message:"must match pattern \""+"."+"\""};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/listen/host",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data0.port !== undefined){
let data2 = data0.port;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/listen/port",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err6);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 65535 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/listen/port",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535"};
(vErrors ??= []).push(err7);
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/listen/port",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err8);
errors++;
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/listen",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.origin !== undefined){
if(!(validate27(data.origin, {instancePath:instancePath+"/origin",parentData:data,parentDataProperty:"origin",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err10);
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}


function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Values" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema10.properties, key0))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.baseUrl !== undefined){
if(!(validate27(data.baseUrl, {instancePath:instancePath+"/baseUrl",parentData:data,parentDataProperty:"baseUrl",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.authUrl !== undefined){
if(!(validate27(data.authUrl, {instancePath:instancePath+"/authUrl",parentData:data,parentDataProperty:"authUrl",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.clientIri !== undefined){
if(typeof data.clientIri !== "string"){
const err1 = {instancePath:instancePath+"/clientIri",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.otherClientIri !== undefined){
if(typeof data.otherClientIri !== "string"){
const err2 = {instancePath:instancePath+"/otherClientIri",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.appIri !== undefined){
if(typeof data.appIri !== "string"){
const err3 = {instancePath:instancePath+"/appIri",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.appId !== undefined){
let data5 = data.appId;
if((typeof data5 !== "string") && (!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5))))){
const err4 = {instancePath:instancePath+"/appId",keyword:"type",params:{type: schema10.properties.appId.type},message:"must be string,integer"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.otherAppIri !== undefined){
if(typeof data.otherAppIri !== "string"){
const err5 = {instancePath:instancePath+"/otherAppIri",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.otherAppId !== undefined){
let data7 = data.otherAppId;
if((typeof data7 !== "string") && (!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7))))){
const err6 = {instancePath:instancePath+"/otherAppId",keyword:"type",params:{type: schema10.properties.otherAppId.type},message:"must be string,integer"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.receiver !== undefined){
if(!(validate30(data.receiver, {instancePath:instancePath+"/receiver",parentData:data,parentDataProperty:"receiver",rootData}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
if(data.registrationProbesUrls !== undefined){
if(typeof data.registrationProbesUrls !== "boolean"){
const err7 = {instancePath:instancePath+"/registrationProbesUrls",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.retryWindowMs !== undefined){
let data10 = data.retryWindowMs;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 600000 || isNaN(data10)){
const err8 = {instancePath:instancePath+"/retryWindowMs",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"};
(vErrors ??= []).push(err8);
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err9 = {instancePath:instancePath+"/retryWindowMs",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/retryWindowMs",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data.attemptTimeoutMs !== undefined){
let data11 = data.attemptTimeoutMs;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 600000 || isNaN(data11)){
const err11 = {instancePath:instancePath+"/attemptTimeoutMs",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"};
(vErrors ??= []).push(err11);
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err12 = {instancePath:instancePath+"/attemptTimeoutMs",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/attemptTimeoutMs",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err13);
errors++;
}
}
}
else {
const err14 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err14);
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Members" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.version === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.calls === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "calls"},message:"must have required property '"+"calls"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.version !== undefined){
let data0 = data.version;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/version",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err2);
errors++;
}
if(1 !== data0){
const err3 = {instancePath:instancePath+"/version",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.calls !== undefined){
let data1 = data.calls;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(validate24(data1[i0], {instancePath:instancePath+"/calls/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/calls",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.values !== undefined){
if(!(validate26(data.values, {instancePath:instancePath+"/values",parentData:data,parentDataProperty:"values",rootData}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

const check_CallName = validate24;

const check_Values = validate26;

const check_HttpUrl = validate27;

const check_Receiver = validate30;

const check_Credentials = validate34;
const schema13 = {"$id":"Credentials","type":"object","required":["clientId","clientSecret","redirectUri","code"],"properties":{"clientId":{"type":"string"},"clientSecret":{"type":"string"},"redirectUri":{"type":"string"},"code":{"type":"string"}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Credentials" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.clientId === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "clientId"},message:"must have required property '"+"clientId"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.clientSecret === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "clientSecret"},message:"must have required property '"+"clientSecret"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.redirectUri === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "redirectUri"},message:"must have required property '"+"redirectUri"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.code === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data.clientId !== undefined){
if(typeof data.clientId !== "string"){
const err4 = {instancePath:instancePath+"/clientId",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.clientSecret !== undefined){
if(typeof data.clientSecret !== "string"){
const err5 = {instancePath:instancePath+"/clientSecret",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.redirectUri !== undefined){
if(typeof data.redirectUri !== "string"){
const err6 = {instancePath:instancePath+"/redirectUri",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err7 = {instancePath:instancePath+"/code",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err8);
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}

const check_AccessToken = validate35;
const schema14 = {"$id":"AccessToken","type":"object","required":["accessToken"],"properties":{"accessToken":{"type":"string","pattern":"."}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AccessToken" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.accessToken === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "accessToken"},message:"must have required property '"+"accessToken"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.accessToken !== undefined){
let data0 = data.accessToken;
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
const err1 = {instancePath:instancePath+"/accessToken",keyword:"pattern",params:{pattern: "."},message:"must match pattern \""+"."+"\""};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/accessToken",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate35.errors = vErrors;
return errors === 0;
}

const check_RefreshToken = validate36;
const schema15 = {"$id":"RefreshToken","type":"object","required":["refreshToken"],"properties":{"refreshToken":{"type":"string"}}};

function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="RefreshToken" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.refreshToken === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "refreshToken"},message:"must have required property '"+"refreshToken"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.refreshToken !== undefined){
if(typeof data.refreshToken !== "string"){
const err1 = {instancePath:instancePath+"/refreshToken",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate36.errors = vErrors;
return errors === 0;
}

const check_TokenToCarry = validate37;
const schema16 = {"$id":"TokenToCarry","type":"object","required":["token"],"properties":{"token":{"type":["string","null"]}}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TokenToCarry" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.token === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "token"},message:"must have required property '"+"token"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.token !== undefined){
let data0 = data.token;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/token",keyword:"type",params:{type: schema16.properties.token.type},message:"must be string,null"};
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
validate37.errors = vErrors;
return errors === 0;
}

const check_RequestHeaders = validate38;
const schema17 = {"$id":"RequestHeaders","type":"object","required":["headers"],"properties":{"headers":{"type":"object","propertyNames":{"pattern":"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},"additionalProperties":{"type":"string","pattern":"^[\\t\\x20-\\x7e]*$"}}}};
const pattern3 = /* @__PURE__ */ new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "u");
const pattern4 = /* @__PURE__ */ new RegExp("^[\\t\\x20-\\x7e]*$", "u");

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="RequestHeaders" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
const _errs3 = errors;
if(typeof key0 === "string"){
if(!pattern3.test(key0)){
const err1 = {instancePath:instancePath+"/headers",keyword:"pattern",params:{pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},message:"must match pattern \""+"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"+"\"",propertyName:key0};
(vErrors ??= []).push(err1);
errors++;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
const err2 = {instancePath:instancePath+"/headers",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
(vErrors ??= []).push(err2);
errors++;
}
}
for(const key1 in data0){
let data1 = data0[key1];
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern",params:{pattern: "^[\\t\\x20-\\x7e]*$"},message:"must match pattern \""+"^[\\t\\x20-\\x7e]*$"+"\""};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/headers",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err6);
errors++;
}
validate38.errors = vErrors;
return errors === 0;
}

const check_Payment = validate39;
const schema18 = {"$id":"Payment","type":"object","required":["paidTo","client"],"properties":{"paidTo":{"type":"string","enum":["client","agency"]},"client":{"type":"string"}}};

function validate39(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Payment" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.paidTo === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "paidTo"},message:"must have required property '"+"paidTo"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.client === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "client"},message:"must have required property '"+"client"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.paidTo !== undefined){
let data0 = data.paidTo;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/paidTo",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
if(!((data0 === "client") || (data0 === "agency"))){
const err3 = {instancePath:instancePath+"/paidTo",keyword:"enum",params:{allowedValues: schema18.properties.paidTo.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.client !== undefined){
if(typeof data.client !== "string"){
const err4 = {instancePath:instancePath+"/client",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
validate39.errors = vErrors;
return errors === 0;
}

const check_PaymentMade = validate40;
const schema19 = {"$id":"PaymentMade","type":"object","properties":{"id":{"type":"integer"}}};

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="PaymentMade" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
validate40.errors = vErrors;
return errors === 0;
}

const check_WebhookSwitch = validate41;
const schema20 = {"$id":"WebhookSwitch","type":"object","required":["request","response","active"],"properties":{"request":{"type":"object"},"response":{},"active":{"type":"boolean"}}};

function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="WebhookSwitch" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "request"},message:"must have required property '"+"request"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.response === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "response"},message:"must have required property '"+"response"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.active === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "active"},message:"must have required property '"+"active"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.request !== undefined){
let data0 = data.request;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err3 = {instancePath:instancePath+"/request",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.active !== undefined){
if(typeof data.active !== "boolean"){
const err4 = {instancePath:instancePath+"/active",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
validate41.errors = vErrors;
return errors === 0;
}

const check_AppEvent = validate42;
const schema21 = {"$id":"AppEvent","type":"object","required":["app","event"],"properties":{"app":{"type":"string"},"event":{"type":"string"}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AppEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.app === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "app"},message:"must have required property '"+"app"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.event === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.app !== undefined){
if(typeof data.app !== "string"){
const err2 = {instancePath:instancePath+"/app",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.event !== undefined){
if(typeof data.event !== "string"){
const err3 = {instancePath:instancePath+"/event",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate42.errors = vErrors;
return errors === 0;
}

const check_ClientEvent = validate43;
const schema22 = {"$id":"ClientEvent","type":"object","required":["client","event"],"properties":{"client":{"type":"string"},"event":{"type":"string"}}};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ClientEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "client"},message:"must have required property '"+"client"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.event === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.client !== undefined){
if(typeof data.client !== "string"){
const err2 = {instancePath:instancePath+"/client",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.event !== undefined){
if(typeof data.event !== "string"){
const err3 = {instancePath:instancePath+"/event",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate43.errors = vErrors;
return errors === 0;
}

const check_Processed = validate44;
const schema23 = {"$id":"Processed","type":"object","required":["events"],"properties":{"events":{"type":"array","items":{"type":"object","required":["id","event"],"properties":{"id":{"type":"integer"},"event":{"type":"string"}}}}}};

function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Processed" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.events === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "events"},message:"must have required property '"+"events"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.events !== undefined){
let data0 = data.events;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.id === undefined){
const err1 = {instancePath:instancePath+"/events/" + i0,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data1.event === undefined){
const err2 = {instancePath:instancePath+"/events/" + i0,keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/events/" + i0+"/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data1.event !== undefined){
if(typeof data1.event !== "string"){
const err4 = {instancePath:instancePath+"/events/" + i0+"/event",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/events/" + i0,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/events",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err6);
errors++;
}
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err7);
errors++;
}
validate44.errors = vErrors;
return errors === 0;
}


const CHECKS = { Error: check_Error, Nothing: check_Nothing, Members: check_Members, CallName: check_CallName, Values: check_Values, HttpUrl: check_HttpUrl, Receiver: check_Receiver, Credentials: check_Credentials, AccessToken: check_AccessToken, RefreshToken: check_RefreshToken, TokenToCarry: check_TokenToCarry, RequestHeaders: check_RequestHeaders, Payment: check_Payment, PaymentMade: check_PaymentMade, WebhookSwitch: check_WebhookSwitch, AppEvent: check_AppEvent, ClientEvent: check_ClientEvent, Processed: check_Processed };
