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

const check_Error = validate10;
const schema11 = {"$id":"Error","type":"object","required":["code","message"],"properties":{"code":{"type":"string"},"message":{"type":"string"}}};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Error" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.code === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.message === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err2 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.message !== undefined){
if(typeof data.message !== "string"){
const err3 = {instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err4);
errors++;
}
validate10.errors = vErrors;
return errors === 0;
}

const check_Nothing = validate11;
const schema12 = {"$id":"Nothing","type":"object"};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Nothing" */;
let vErrors = null;
let errors = 0;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err0);
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const check_Members = validate12;
const schema13 = {"$id":"Members","type":"object","required":["version","calls"],"properties":{"version":{"type":"integer","const":1},"calls":{"type":"array","items":{"$ref":"CallName"}},"values":{"$ref":"Values"}}};
const schema14 = {"$id":"CallName","type":"string","enum":["start","reset","stop","settle","credentials","accessToken","requestHeaders","refresh","confirmPayment","recordPayment","setClientWebhookActive","dispatchAppEvent","emitEvent","processed"]};
const schema15 = {"$id":"Values","type":"object","additionalProperties":false,"properties":{"baseUrl":{"$ref":"HttpUrl"},"authUrl":{"$ref":"HttpUrl"},"clientIri":{"type":"string"},"otherClientIri":{"type":"string"},"appIri":{"type":"string"},"appId":{"type":["string","integer"]},"otherAppIri":{"type":"string"},"otherAppId":{"type":["string","integer"]},"receiver":{"$ref":"Receiver"},"registrationProbesUrls":{"type":"boolean"},"retryWindowMs":{"type":"number","minimum":0,"maximum":600000},"attemptTimeoutMs":{"type":"number","minimum":0,"maximum":600000}}};
const schema16 = {"$id":"HttpUrl","type":"string","pattern":"^https?://\\S+$"};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = /* @__PURE__ */ new RegExp("^https?://\\S+$", "u");
const schema18 = {"$id":"Receiver","type":"object","required":["listen","origin"],"properties":{"listen":{"type":"object","required":["host","port"],"properties":{"host":{"type":"string","pattern":"."},"port":{"type":"integer","minimum":0,"maximum":65535}}},"origin":{"$ref":"HttpUrl"}}};
const pattern2 = /* @__PURE__ */ new RegExp(".", "u");

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Receiver" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.listen === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "listen"},message:"must have required property '"+"listen"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.origin === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "origin"},message:"must have required property '"+"origin"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.listen !== undefined){
let data0 = data.listen;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.host === undefined){
const err2 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/required",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data0.port === undefined){
const err3 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/required",keyword:"required",params:{missingProperty: "port"},message:"must have required property '"+"port"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data0.host !== undefined){
let data1 = data0.host;
if(typeof data1 === "string"){
if(!pattern2.test(data1)){
const err4 = {instancePath:instancePath+"/listen/host",schemaPath:"#/properties/listen/properties/host/pattern",keyword:"pattern",params:{pattern: "."},message:"must match pattern \""+"."+"\""};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/listen/host",schemaPath:"#/properties/listen/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data0.port !== undefined){
let data2 = data0.port;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err6);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 65535 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535"};
(vErrors ??= []).push(err7);
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/listen/port",schemaPath:"#/properties/listen/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err8);
errors++;
}
}
}
}
else {
const err9 = {instancePath:instancePath+"/listen",schemaPath:"#/properties/listen/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.origin !== undefined){
let data3 = data.origin;
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
const err10 = {instancePath:instancePath+"/origin",schemaPath:"HttpUrl/pattern",keyword:"pattern",params:{pattern: "^https?://\\S+$"},message:"must match pattern \""+"^https?://\\S+$"+"\""};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/origin",schemaPath:"HttpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err11);
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err12);
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}


function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Values" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema15.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.baseUrl !== undefined){
let data0 = data.baseUrl;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/baseUrl",schemaPath:"HttpUrl/pattern",keyword:"pattern",params:{pattern: "^https?://\\S+$"},message:"must match pattern \""+"^https?://\\S+$"+"\""};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/baseUrl",schemaPath:"HttpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.authUrl !== undefined){
let data1 = data.authUrl;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err3 = {instancePath:instancePath+"/authUrl",schemaPath:"HttpUrl/pattern",keyword:"pattern",params:{pattern: "^https?://\\S+$"},message:"must match pattern \""+"^https?://\\S+$"+"\""};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/authUrl",schemaPath:"HttpUrl/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.clientIri !== undefined){
if(typeof data.clientIri !== "string"){
const err5 = {instancePath:instancePath+"/clientIri",schemaPath:"#/properties/clientIri/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.otherClientIri !== undefined){
if(typeof data.otherClientIri !== "string"){
const err6 = {instancePath:instancePath+"/otherClientIri",schemaPath:"#/properties/otherClientIri/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.appIri !== undefined){
if(typeof data.appIri !== "string"){
const err7 = {instancePath:instancePath+"/appIri",schemaPath:"#/properties/appIri/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.appId !== undefined){
let data5 = data.appId;
if((typeof data5 !== "string") && (!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5))))){
const err8 = {instancePath:instancePath+"/appId",schemaPath:"#/properties/appId/type",keyword:"type",params:{type: schema15.properties.appId.type},message:"must be string,integer"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.otherAppIri !== undefined){
if(typeof data.otherAppIri !== "string"){
const err9 = {instancePath:instancePath+"/otherAppIri",schemaPath:"#/properties/otherAppIri/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.otherAppId !== undefined){
let data7 = data.otherAppId;
if((typeof data7 !== "string") && (!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7))))){
const err10 = {instancePath:instancePath+"/otherAppId",schemaPath:"#/properties/otherAppId/type",keyword:"type",params:{type: schema15.properties.otherAppId.type},message:"must be string,integer"};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data.receiver !== undefined){
if(!(validate14(data.receiver, {instancePath:instancePath+"/receiver",parentData:data,parentDataProperty:"receiver",rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
}
if(data.registrationProbesUrls !== undefined){
if(typeof data.registrationProbesUrls !== "boolean"){
const err11 = {instancePath:instancePath+"/registrationProbesUrls",schemaPath:"#/properties/registrationProbesUrls/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.retryWindowMs !== undefined){
let data10 = data.retryWindowMs;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 600000 || isNaN(data10)){
const err12 = {instancePath:instancePath+"/retryWindowMs",schemaPath:"#/properties/retryWindowMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"};
(vErrors ??= []).push(err12);
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err13 = {instancePath:instancePath+"/retryWindowMs",schemaPath:"#/properties/retryWindowMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err13);
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/retryWindowMs",schemaPath:"#/properties/retryWindowMs/type",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err14);
errors++;
}
}
if(data.attemptTimeoutMs !== undefined){
let data11 = data.attemptTimeoutMs;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 600000 || isNaN(data11)){
const err15 = {instancePath:instancePath+"/attemptTimeoutMs",schemaPath:"#/properties/attemptTimeoutMs/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600000},message:"must be <= 600000"};
(vErrors ??= []).push(err15);
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err16 = {instancePath:instancePath+"/attemptTimeoutMs",schemaPath:"#/properties/attemptTimeoutMs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err16);
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/attemptTimeoutMs",schemaPath:"#/properties/attemptTimeoutMs/type",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err17);
errors++;
}
}
}
else {
const err18 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err18);
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}


function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Members" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.version === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.calls === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "calls"},message:"must have required property '"+"calls"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.version !== undefined){
let data0 = data.version;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err2);
errors++;
}
if(1 !== data0){
const err3 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue: 1},message:"must be equal to constant"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.calls !== undefined){
let data1 = data.calls;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/calls/" + i0,schemaPath:"CallName/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
if(!((((((((((((((data2 === "start") || (data2 === "reset")) || (data2 === "stop")) || (data2 === "settle")) || (data2 === "credentials")) || (data2 === "accessToken")) || (data2 === "requestHeaders")) || (data2 === "refresh")) || (data2 === "confirmPayment")) || (data2 === "recordPayment")) || (data2 === "setClientWebhookActive")) || (data2 === "dispatchAppEvent")) || (data2 === "emitEvent")) || (data2 === "processed"))){
const err5 = {instancePath:instancePath+"/calls/" + i0,schemaPath:"CallName/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/calls",schemaPath:"#/properties/calls/type",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.values !== undefined){
if(!(validate13(data.values, {instancePath:instancePath+"/values",parentData:data,parentDataProperty:"values",rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err7);
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

const check_CallName = validate17;

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="CallName" */;
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
if(!((((((((((((((data === "start") || (data === "reset")) || (data === "stop")) || (data === "settle")) || (data === "credentials")) || (data === "accessToken")) || (data === "requestHeaders")) || (data === "refresh")) || (data === "confirmPayment")) || (data === "recordPayment")) || (data === "setClientWebhookActive")) || (data === "dispatchAppEvent")) || (data === "emitEvent")) || (data === "processed"))){
const err1 = {instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema14.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err1);
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

const check_Values = validate13;

const check_HttpUrl = validate18;

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="HttpUrl" */;
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern0.test(data)){
const err0 = {instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: "^https?://\\S+$"},message:"must match pattern \""+"^https?://\\S+$"+"\""};
(vErrors ??= []).push(err0);
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}

const check_Receiver = validate14;

const check_Credentials = validate19;
const schema22 = {"$id":"Credentials","type":"object","required":["clientId","clientSecret","redirectUri","code"],"properties":{"clientId":{"type":"string"},"clientSecret":{"type":"string"},"redirectUri":{"type":"string"},"code":{"type":"string"}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Credentials" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.clientId === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "clientId"},message:"must have required property '"+"clientId"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.clientSecret === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "clientSecret"},message:"must have required property '"+"clientSecret"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.redirectUri === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "redirectUri"},message:"must have required property '"+"redirectUri"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.code === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data.clientId !== undefined){
if(typeof data.clientId !== "string"){
const err4 = {instancePath:instancePath+"/clientId",schemaPath:"#/properties/clientId/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.clientSecret !== undefined){
if(typeof data.clientSecret !== "string"){
const err5 = {instancePath:instancePath+"/clientSecret",schemaPath:"#/properties/clientSecret/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.redirectUri !== undefined){
if(typeof data.redirectUri !== "string"){
const err6 = {instancePath:instancePath+"/redirectUri",schemaPath:"#/properties/redirectUri/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.code !== undefined){
if(typeof data.code !== "string"){
const err7 = {instancePath:instancePath+"/code",schemaPath:"#/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err8);
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

const check_AccessToken = validate20;
const schema23 = {"$id":"AccessToken","type":"object","required":["accessToken"],"properties":{"accessToken":{"type":"string","pattern":"."}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AccessToken" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.accessToken === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "accessToken"},message:"must have required property '"+"accessToken"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.accessToken !== undefined){
let data0 = data.accessToken;
if(typeof data0 === "string"){
if(!pattern2.test(data0)){
const err1 = {instancePath:instancePath+"/accessToken",schemaPath:"#/properties/accessToken/pattern",keyword:"pattern",params:{pattern: "."},message:"must match pattern \""+"."+"\""};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/accessToken",schemaPath:"#/properties/accessToken/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err3);
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}

const check_RefreshToken = validate21;
const schema24 = {"$id":"RefreshToken","type":"object","required":["refreshToken"],"properties":{"refreshToken":{"type":"string"}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="RefreshToken" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.refreshToken === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "refreshToken"},message:"must have required property '"+"refreshToken"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.refreshToken !== undefined){
if(typeof data.refreshToken !== "string"){
const err1 = {instancePath:instancePath+"/refreshToken",schemaPath:"#/properties/refreshToken/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

const check_TokenToCarry = validate22;
const schema25 = {"$id":"TokenToCarry","type":"object","required":["token"],"properties":{"token":{"type":["string","null"]}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TokenToCarry" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.token === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "token"},message:"must have required property '"+"token"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.token !== undefined){
let data0 = data.token;
if((typeof data0 !== "string") && (data0 !== null)){
const err1 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/type",keyword:"type",params:{type: schema25.properties.token.type},message:"must be string,null"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const check_RequestHeaders = validate23;
const schema26 = {"$id":"RequestHeaders","type":"object","required":["headers"],"properties":{"headers":{"type":"object","propertyNames":{"pattern":"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},"additionalProperties":{"type":"string","pattern":"^[\\t\\x20-\\x7e]*$"}}}};
const pattern6 = /* @__PURE__ */ new RegExp("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", "u");
const pattern7 = /* @__PURE__ */ new RegExp("^[\\t\\x20-\\x7e]*$", "u");

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="RequestHeaders" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.headers === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "headers"},message:"must have required property '"+"headers"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.headers !== undefined){
let data0 = data.headers;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key0 in data0){
const _errs3 = errors;
if(typeof key0 === "string"){
if(!pattern6.test(key0)){
const err1 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"},message:"must match pattern \""+"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"+"\"",propertyName:key0};
(vErrors ??= []).push(err1);
errors++;
}
}
var valid1 = _errs3 === errors;
if(!valid1){
const err2 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/propertyNames",keyword:"propertyNames",params:{propertyName: key0},message:"property name must be valid"};
(vErrors ??= []).push(err2);
errors++;
}
}
for(const key1 in data0){
let data1 = data0[key1];
if(typeof data1 === "string"){
if(!pattern7.test(data1)){
const err3 = {instancePath:instancePath+"/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/pattern",keyword:"pattern",params:{pattern: "^[\\t\\x20-\\x7e]*$"},message:"must match pattern \""+"^[\\t\\x20-\\x7e]*$"+"\""};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/headers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err6);
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

const check_Payment = validate24;
const schema27 = {"$id":"Payment","type":"object","required":["paidTo","client"],"properties":{"paidTo":{"type":"string","enum":["client","agency"]},"client":{"type":"string"}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Payment" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.paidTo === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "paidTo"},message:"must have required property '"+"paidTo"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.client === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client"},message:"must have required property '"+"client"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.paidTo !== undefined){
let data0 = data.paidTo;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/paidTo",schemaPath:"#/properties/paidTo/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
if(!((data0 === "client") || (data0 === "agency"))){
const err3 = {instancePath:instancePath+"/paidTo",schemaPath:"#/properties/paidTo/enum",keyword:"enum",params:{allowedValues: schema27.properties.paidTo.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.client !== undefined){
if(typeof data.client !== "string"){
const err4 = {instancePath:instancePath+"/client",schemaPath:"#/properties/client/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const check_PaymentMade = validate25;
const schema28 = {"$id":"PaymentMade","type":"object","properties":{"id":{"type":"integer"}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="PaymentMade" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err0);
errors++;
}
}
}
else {
const err1 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err1);
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

const check_WebhookSwitch = validate26;
const schema29 = {"$id":"WebhookSwitch","type":"object","required":["request","response","active"],"properties":{"request":{"type":"object"},"response":{},"active":{"type":"boolean"}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="WebhookSwitch" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.request === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "request"},message:"must have required property '"+"request"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.response === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "response"},message:"must have required property '"+"response"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.active === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "active"},message:"must have required property '"+"active"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.request !== undefined){
let data0 = data.request;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err3 = {instancePath:instancePath+"/request",schemaPath:"#/properties/request/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.active !== undefined){
if(typeof data.active !== "boolean"){
const err4 = {instancePath:instancePath+"/active",schemaPath:"#/properties/active/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}

const check_AppEvent = validate27;
const schema30 = {"$id":"AppEvent","type":"object","required":["app","event"],"properties":{"app":{"type":"string"},"event":{"type":"string"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AppEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.app === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "app"},message:"must have required property '"+"app"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.event === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.app !== undefined){
if(typeof data.app !== "string"){
const err2 = {instancePath:instancePath+"/app",schemaPath:"#/properties/app/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.event !== undefined){
if(typeof data.event !== "string"){
const err3 = {instancePath:instancePath+"/event",schemaPath:"#/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err4);
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

const check_ClientEvent = validate28;
const schema31 = {"$id":"ClientEvent","type":"object","required":["client","event"],"properties":{"client":{"type":"string"},"event":{"type":"string"}}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ClientEvent" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "client"},message:"must have required property '"+"client"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.event === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.client !== undefined){
if(typeof data.client !== "string"){
const err2 = {instancePath:instancePath+"/client",schemaPath:"#/properties/client/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.event !== undefined){
if(typeof data.event !== "string"){
const err3 = {instancePath:instancePath+"/event",schemaPath:"#/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err4);
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}

const check_Processed = validate29;
const schema32 = {"$id":"Processed","type":"object","required":["events"],"properties":{"events":{"type":"array","items":{"type":"object","required":["id","event"],"properties":{"id":{"type":"integer"},"event":{"type":"string"}}}}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Processed" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.events === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "events"},message:"must have required property '"+"events"+"'"};
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
const err1 = {instancePath:instancePath+"/events/" + i0,schemaPath:"#/properties/events/items/required",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data1.event === undefined){
const err2 = {instancePath:instancePath+"/events/" + i0,schemaPath:"#/properties/events/items/required",keyword:"required",params:{missingProperty: "event"},message:"must have required property '"+"event"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data1.id !== undefined){
let data2 = data1.id;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err3 = {instancePath:instancePath+"/events/" + i0+"/id",schemaPath:"#/properties/events/items/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data1.event !== undefined){
if(typeof data1.event !== "string"){
const err4 = {instancePath:instancePath+"/events/" + i0+"/event",schemaPath:"#/properties/events/items/properties/event/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/events/" + i0,schemaPath:"#/properties/events/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/events",schemaPath:"#/properties/events/type",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err6);
errors++;
}
}
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err7);
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}


const CHECKS = { Error: check_Error, Nothing: check_Nothing, Members: check_Members, CallName: check_CallName, Values: check_Values, HttpUrl: check_HttpUrl, Receiver: check_Receiver, Credentials: check_Credentials, AccessToken: check_AccessToken, RefreshToken: check_RefreshToken, TokenToCarry: check_TokenToCarry, RequestHeaders: check_RequestHeaders, Payment: check_Payment, PaymentMade: check_PaymentMade, WebhookSwitch: check_WebhookSwitch, AppEvent: check_AppEvent, ClientEvent: check_ClientEvent, Processed: check_Processed };
