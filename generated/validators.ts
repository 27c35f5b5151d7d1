// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
// @ts-nocheck: ajv's code below is JavaScript; the functions at the end are typed.
/** Checks of values against the schemas of both documents, without a library at run time. */

import { type Fault, readable } from "./faults.ts";
import type { components } from "./types.ts";

export type { Fault } from "./faults.ts";

/** The schemas of the documents, by name. */
export type Schemas = components["schemas"];

/** The verdict on a value: the value itself, typed, or every fault found. */
export type Validation<T> = { ok: true; value: T } | { ok: false; faults: Fault[] };

/** A PaymentSnapshot as a receiver should take it (U-30): only `@event` and `id` are sure to be there. */
export type ReceivedPaymentSnapshot = Pick<Schemas["PaymentSnapshot"], "@event" | "id"> & {
  [K in Exclude<keyof Schemas["PaymentSnapshot"], "@event" | "id">]?: Schemas["PaymentSnapshot"][K] | null;
};

const checkAppDelivery = validate10;
const schema11 = {"$id":"AppDelivery","type":"object","required":["@event"],"properties":{"@event":{"$ref":"EventName"}}};
const schema12 = {"$id":"EventName","type":"string"};

function validate10(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AppDelivery" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["@event"] === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "@event"},message:"must have required property '"+"@event"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data["@event"] !== undefined){
if(typeof data["@event"] !== "string"){
const err1 = {instancePath:instancePath+"/@event",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate10.errors = vErrors;
return errors === 0;
}

const checkAppWebhook = validate11;
const schema13 = {"$id":"AppWebhook","type":"object","properties":{"app":{"$ref":"AppIri"},"webhookUrl":{"$ref":"WebhookUrl"},"events":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"EventName"}},"responseHandlingType":{"$ref":"ResponseHandlingType"},"active":{"type":"boolean"}}};
const schema14 = {"$id":"AppIri","type":"string","format":"iri-reference"};
const schema15 = {"$id":"WebhookUrl","type":"string","format":"uri","pattern":"^[hH][tT][tT][pP][sS]?://"};
const schema17 = {"$id":"ResponseHandlingType","type":"integer","enum":[1,2]};
const pattern0 = /* @__PURE__ */ new RegExp("^[hH][tT][tT][pP][sS]?://", "u");

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AppWebhook" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.app !== undefined){
if(!(typeof data.app === "string")){
const err0 = {instancePath:instancePath+"/app",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.webhookUrl !== undefined){
let data1 = data.webhookUrl;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err1 = {instancePath:instancePath+"/webhookUrl",keyword:"pattern",params:{pattern: "^[hH][tT][tT][pP][sS]?://"},message:"must match pattern \""+"^[hH][tT][tT][pP][sS]?://"+"\""};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/webhookUrl",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.events !== undefined){
let data2 = data.events;
if(Array.isArray(data2)){
if(data2.length > 100){
const err3 = {instancePath:instancePath+"/events",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
(vErrors ??= []).push(err3);
errors++;
}
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/events",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err4);
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(typeof data2[i0] !== "string"){
const err5 = {instancePath:instancePath+"/events/" + i0,keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data.responseHandlingType !== undefined){
let data4 = data.responseHandlingType;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err7 = {instancePath:instancePath+"/responseHandlingType",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err7);
errors++;
}
if(!((data4 === 1) || (data4 === 2))){
const err8 = {instancePath:instancePath+"/responseHandlingType",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.active !== undefined){
if(typeof data.active !== "boolean"){
const err9 = {instancePath:instancePath+"/active",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err9);
errors++;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err10);
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

const checkAppWebhookWrite = validate12;
const schema18 = {"$id":"AppWebhookWrite","type":"object","properties":{"app":{"$ref":"AppIri"},"webhookUrl":{"$ref":"WebhookUrl"},"events":{"type":"array","minItems":1,"maxItems":100,"items":{"$ref":"EventName"}},"responseHandlingType":{"$ref":"ResponseHandlingType"},"active":{"type":"boolean"}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="AppWebhookWrite" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.app !== undefined){
if(!(typeof data.app === "string")){
const err0 = {instancePath:instancePath+"/app",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.webhookUrl !== undefined){
let data1 = data.webhookUrl;
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
const err1 = {instancePath:instancePath+"/webhookUrl",keyword:"pattern",params:{pattern: "^[hH][tT][tT][pP][sS]?://"},message:"must match pattern \""+"^[hH][tT][tT][pP][sS]?://"+"\""};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/webhookUrl",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.events !== undefined){
let data2 = data.events;
if(Array.isArray(data2)){
if(data2.length > 100){
const err3 = {instancePath:instancePath+"/events",keyword:"maxItems",params:{limit: 100},message:"must NOT have more than 100 items"};
(vErrors ??= []).push(err3);
errors++;
}
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/events",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err4);
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(typeof data2[i0] !== "string"){
const err5 = {instancePath:instancePath+"/events/" + i0,keyword:"type",params:{type: "string"},message:"must be string"};
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
if(data.responseHandlingType !== undefined){
let data4 = data.responseHandlingType;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err7 = {instancePath:instancePath+"/responseHandlingType",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err7);
errors++;
}
if(!((data4 === 1) || (data4 === 2))){
const err8 = {instancePath:instancePath+"/responseHandlingType",keyword:"enum",params:{allowedValues: schema17.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.active !== undefined){
if(typeof data.active !== "boolean"){
const err9 = {instancePath:instancePath+"/active",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err9);
errors++;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err10);
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

const checkCaseFileReference = validate13;
const schema23 = {"$id":"CaseFileReference","type":"object","required":["id"],"properties":{"id":{"type":"integer"}}};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="CaseFileReference" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
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
validate13.errors = vErrors;
return errors === 0;
}

const checkClientWebhook = validate14;
const schema24 = {"$id":"ClientWebhook","type":"object","required":["secret"],"properties":{"client":{"$ref":"ClientIri"},"name":{"type":"string"},"events":{"type":"array","minItems":1,"items":{"$ref":"EventName"}},"url":{"$ref":"WebhookUrl"},"secret":{"type":"string"}}};
const schema25 = {"$id":"ClientIri","type":"string","format":"iri-reference"};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ClientWebhook" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.secret === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "secret"},message:"must have required property '"+"secret"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.client !== undefined){
if(!(typeof data.client === "string")){
const err1 = {instancePath:instancePath+"/client",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err2 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.events !== undefined){
let data2 = data.events;
if(Array.isArray(data2)){
if(data2.length < 1){
const err3 = {instancePath:instancePath+"/events",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err3);
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(typeof data2[i0] !== "string"){
const err4 = {instancePath:instancePath+"/events/" + i0,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/events",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.url !== undefined){
let data4 = data.url;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err6 = {instancePath:instancePath+"/url",keyword:"pattern",params:{pattern: "^[hH][tT][tT][pP][sS]?://"},message:"must match pattern \""+"^[hH][tT][tT][pP][sS]?://"+"\""};
(vErrors ??= []).push(err6);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/url",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.secret !== undefined){
if(typeof data.secret !== "string"){
const err8 = {instancePath:instancePath+"/secret",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err8);
errors++;
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err9);
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}

const checkClientWebhookCreate = validate15;
const schema28 = {"$id":"ClientWebhookCreate","type":"object","required":["client","name","events","url"],"properties":{"client":{"$ref":"ClientIri"},"name":{"type":"string"},"events":{"type":"array","minItems":1,"items":{"$ref":"EventName"}},"url":{"$ref":"WebhookUrl"}}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ClientWebhookCreate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.client === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "client"},message:"must have required property '"+"client"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.name === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.events === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "events"},message:"must have required property '"+"events"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.url === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "url"},message:"must have required property '"+"url"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data.client !== undefined){
if(!(typeof data.client === "string")){
const err4 = {instancePath:instancePath+"/client",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.name !== undefined){
if(typeof data.name !== "string"){
const err5 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.events !== undefined){
let data2 = data.events;
if(Array.isArray(data2)){
if(data2.length < 1){
const err6 = {instancePath:instancePath+"/events",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err6);
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(typeof data2[i0] !== "string"){
const err7 = {instancePath:instancePath+"/events/" + i0,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/events",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.url !== undefined){
let data4 = data.url;
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
const err9 = {instancePath:instancePath+"/url",keyword:"pattern",params:{pattern: "^[hH][tT][tT][pP][sS]?://"},message:"must match pattern \""+"^[hH][tT][tT][pP][sS]?://"+"\""};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/url",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate15.errors = vErrors;
return errors === 0;
}

const checkPaymentSnapshot = validate16;
const schema32 = {"$id":"PaymentSnapshot","type":"object","required":["@event","id","amount","paidTo","confirmedAt","createdAt","updatedAt","caseFile"],"properties":{"@event":{"$ref":"EventName"},"id":{"type":"integer"},"amount":{"type":"integer"},"paidTo":{"type":"string"},"confirmedAt":{"$ref":"Timestamp"},"createdAt":{"$ref":"Timestamp"},"updatedAt":{"$ref":"Timestamp"},"caseFile":{"$ref":"CaseFileReference"}}};
const schema34 = {"$id":"Timestamp","type":"string","format":"date-time"};
const formats0 = /^(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29|\d{4}(?:(?:0[13578]|1[02])(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)(?:0[1-9]|[12]\d|30)|02(?:0[1-9]|1\d|2[0-8]))|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)0229|\d{4}-?W(?:0[1-9]|[1-4]\d|5[0-3])-?[1-7]|\d{4}-?(?:00[1-9]|0[1-9]\d|[12]\d\d|3[0-5]\d|36[0-5])|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-?366)[Tt](?:(?:[01]\d|2[0-3])(?::?[0-5]\d(?::?(?:[0-5]\d|60))?)?(?:[.,]\d+)?|24(?::?00(?::?00)?)?(?:[.,]0+)?)(?:[Zz]|[+\-\u2212](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="PaymentSnapshot" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["@event"] === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "@event"},message:"must have required property '"+"@event"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.amount === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "amount"},message:"must have required property '"+"amount"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.paidTo === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "paidTo"},message:"must have required property '"+"paidTo"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data.confirmedAt === undefined){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "confirmedAt"},message:"must have required property '"+"confirmedAt"+"'"};
(vErrors ??= []).push(err4);
errors++;
}
if(data.createdAt === undefined){
const err5 = {instancePath,keyword:"required",params:{missingProperty: "createdAt"},message:"must have required property '"+"createdAt"+"'"};
(vErrors ??= []).push(err5);
errors++;
}
if(data.updatedAt === undefined){
const err6 = {instancePath,keyword:"required",params:{missingProperty: "updatedAt"},message:"must have required property '"+"updatedAt"+"'"};
(vErrors ??= []).push(err6);
errors++;
}
if(data.caseFile === undefined){
const err7 = {instancePath,keyword:"required",params:{missingProperty: "caseFile"},message:"must have required property '"+"caseFile"+"'"};
(vErrors ??= []).push(err7);
errors++;
}
if(data["@event"] !== undefined){
if(typeof data["@event"] !== "string"){
const err8 = {instancePath:instancePath+"/@event",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err9 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.amount !== undefined){
let data2 = data.amount;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err10 = {instancePath:instancePath+"/amount",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data.paidTo !== undefined){
if(typeof data.paidTo !== "string"){
const err11 = {instancePath:instancePath+"/paidTo",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.confirmedAt !== undefined){
let data4 = data.confirmedAt;
if(typeof data4 === "string"){
if(!(formats0.test(data4))){
const err12 = {instancePath:instancePath+"/confirmedAt",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/confirmedAt",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data.createdAt !== undefined){
let data5 = data.createdAt;
if(typeof data5 === "string"){
if(!(formats0.test(data5))){
const err14 = {instancePath:instancePath+"/createdAt",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
(vErrors ??= []).push(err14);
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/createdAt",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err15);
errors++;
}
}
if(data.updatedAt !== undefined){
let data6 = data.updatedAt;
if(typeof data6 === "string"){
if(!(formats0.test(data6))){
const err16 = {instancePath:instancePath+"/updatedAt",keyword:"format",params:{format: "date-time"},message:"must match format \""+"date-time"+"\""};
(vErrors ??= []).push(err16);
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/updatedAt",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err17);
errors++;
}
}
if(data.caseFile !== undefined){
let data7 = data.caseFile;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.id === undefined){
const err18 = {instancePath:instancePath+"/caseFile",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err18);
errors++;
}
if(data7.id !== undefined){
let data8 = data7.id;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err19 = {instancePath:instancePath+"/caseFile/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err19);
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/caseFile",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err20);
errors++;
}
}
}
else {
const err21 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err21);
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}

const checkReceivedPaymentSnapshot = validate17;
const schema38 = {"$id":"ReceivedPaymentSnapshot","type":"object","required":["@event","id"],"properties":{"@event":{"type":"string"},"id":{"type":"integer"},"amount":{"type":["integer","null"]},"paidTo":{"type":["string","null"]},"confirmedAt":{"type":["string","null"]},"createdAt":{"type":["string","null"]},"updatedAt":{"type":["string","null"]},"caseFile":{"type":["object","null"],"required":["id"],"properties":{"id":{"type":"integer"}}}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="ReceivedPaymentSnapshot" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["@event"] === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "@event"},message:"must have required property '"+"@event"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.id === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data["@event"] !== undefined){
if(typeof data["@event"] !== "string"){
const err2 = {instancePath:instancePath+"/@event",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.id !== undefined){
let data1 = data.id;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err3 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.amount !== undefined){
let data2 = data.amount;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
const err4 = {instancePath:instancePath+"/amount",keyword:"type",params:{type: schema38.properties.amount.type},message:"must be integer,null"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.paidTo !== undefined){
let data3 = data.paidTo;
if((typeof data3 !== "string") && (data3 !== null)){
const err5 = {instancePath:instancePath+"/paidTo",keyword:"type",params:{type: schema38.properties.paidTo.type},message:"must be string,null"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.confirmedAt !== undefined){
let data4 = data.confirmedAt;
if((typeof data4 !== "string") && (data4 !== null)){
const err6 = {instancePath:instancePath+"/confirmedAt",keyword:"type",params:{type: schema38.properties.confirmedAt.type},message:"must be string,null"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.createdAt !== undefined){
let data5 = data.createdAt;
if((typeof data5 !== "string") && (data5 !== null)){
const err7 = {instancePath:instancePath+"/createdAt",keyword:"type",params:{type: schema38.properties.createdAt.type},message:"must be string,null"};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.updatedAt !== undefined){
let data6 = data.updatedAt;
if((typeof data6 !== "string") && (data6 !== null)){
const err8 = {instancePath:instancePath+"/updatedAt",keyword:"type",params:{type: schema38.properties.updatedAt.type},message:"must be string,null"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.caseFile !== undefined){
let data7 = data.caseFile;
if((!(data7 && typeof data7 == "object" && !Array.isArray(data7))) && (data7 !== null)){
const err9 = {instancePath:instancePath+"/caseFile",keyword:"type",params:{type: schema38.properties.caseFile.type},message:"must be object,null"};
(vErrors ??= []).push(err9);
errors++;
}
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.id === undefined){
const err10 = {instancePath:instancePath+"/caseFile",keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err10);
errors++;
}
if(data7.id !== undefined){
let data8 = data7.id;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err11 = {instancePath:instancePath+"/caseFile/id",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err11);
errors++;
}
}
}
}
}
else {
const err12 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err12);
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

const checkTokenRequest = validate18;
const schema39 = {"$id":"TokenRequest","type":"object","required":["grant_type","code","client_id","client_secret","redirect_uri"],"properties":{"grant_type":{"type":"string","const":"authorization_code"},"code":{"type":"string"},"client_id":{"type":"string"},"client_secret":{"type":"string","format":"password"},"redirect_uri":{"type":"string"}}};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TokenRequest" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.grant_type === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "grant_type"},message:"must have required property '"+"grant_type"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.code === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.client_id === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "client_id"},message:"must have required property '"+"client_id"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.client_secret === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "client_secret"},message:"must have required property '"+"client_secret"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data.redirect_uri === undefined){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "redirect_uri"},message:"must have required property '"+"redirect_uri"+"'"};
(vErrors ??= []).push(err4);
errors++;
}
if(data.grant_type !== undefined){
let data0 = data.grant_type;
if(typeof data0 !== "string"){
const err5 = {instancePath:instancePath+"/grant_type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
if("authorization_code" !== data0){
const err6 = {instancePath:instancePath+"/grant_type",keyword:"const",params:{allowedValue: "authorization_code"},message:"must be equal to constant"};
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
if(data.client_id !== undefined){
if(typeof data.client_id !== "string"){
const err8 = {instancePath:instancePath+"/client_id",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.client_secret !== undefined){
if(!(typeof data.client_secret === "string")){
const err9 = {instancePath:instancePath+"/client_secret",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.redirect_uri !== undefined){
if(typeof data.redirect_uri !== "string"){
const err10 = {instancePath:instancePath+"/redirect_uri",keyword:"type",params:{type: "string"},message:"must be string"};
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
validate18.errors = vErrors;
return errors === 0;
}

const checkTokenResponse = validate19;
const schema40 = {"$id":"TokenResponse","type":"object","required":["token_type","expires_in","access_token","refresh_token"],"properties":{"token_type":{"type":"string","pattern":"^[Bb][Ee][Aa][Rr][Ee][Rr]$"},"expires_in":{"type":"integer"},"access_token":{"type":"string"},"refresh_token":{"type":"string"}}};
const pattern4 = /* @__PURE__ */ new RegExp("^[Bb][Ee][Aa][Rr][Ee][Rr]$", "u");

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="TokenResponse" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.token_type === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "token_type"},message:"must have required property '"+"token_type"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.expires_in === undefined){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "expires_in"},message:"must have required property '"+"expires_in"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.access_token === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "access_token"},message:"must have required property '"+"access_token"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.refresh_token === undefined){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "refresh_token"},message:"must have required property '"+"refresh_token"+"'"};
(vErrors ??= []).push(err3);
errors++;
}
if(data.token_type !== undefined){
let data0 = data.token_type;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/token_type",keyword:"pattern",params:{pattern: "^[Bb][Ee][Aa][Rr][Ee][Rr]$"},message:"must match pattern \""+"^[Bb][Ee][Aa][Rr][Ee][Rr]$"+"\""};
(vErrors ??= []).push(err4);
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/token_type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.expires_in !== undefined){
let data1 = data.expires_in;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err6 = {instancePath:instancePath+"/expires_in",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.access_token !== undefined){
if(typeof data.access_token !== "string"){
const err7 = {instancePath:instancePath+"/access_token",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.refresh_token !== undefined){
if(typeof data.refresh_token !== "string"){
const err8 = {instancePath:instancePath+"/refresh_token",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err8);
errors++;
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err9);
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}


/** Is the value an AppDelivery: everything the contract states. */
export function isAppDelivery(value: unknown): value is Schemas["AppDelivery"] {
  return checkAppDelivery(value);
}

/** Judges an AppDelivery, with every fault found: everything the contract states. */
export function validateAppDelivery(value: unknown): Validation<Schemas["AppDelivery"]> {
  return checkAppDelivery(value) ? { ok: true, value } : { ok: false, faults: readable(checkAppDelivery.errors) };
}

/** Is the value an AppWebhook: everything the contract states. */
export function isAppWebhook(value: unknown): value is Schemas["AppWebhook"] {
  return checkAppWebhook(value);
}

/** Judges an AppWebhook, with every fault found: everything the contract states. */
export function validateAppWebhook(value: unknown): Validation<Schemas["AppWebhook"]> {
  return checkAppWebhook(value) ? { ok: true, value } : { ok: false, faults: readable(checkAppWebhook.errors) };
}

/** Is the value an AppWebhookWrite: everything the contract states. */
export function isAppWebhookWrite(value: unknown): value is Schemas["AppWebhookWrite"] {
  return checkAppWebhookWrite(value);
}

/** Judges an AppWebhookWrite, with every fault found: everything the contract states. */
export function validateAppWebhookWrite(value: unknown): Validation<Schemas["AppWebhookWrite"]> {
  return checkAppWebhookWrite(value) ? { ok: true, value } : { ok: false, faults: readable(checkAppWebhookWrite.errors) };
}

/** Is the value a CaseFileReference: everything the contract states. */
export function isCaseFileReference(value: unknown): value is Schemas["CaseFileReference"] {
  return checkCaseFileReference(value);
}

/** Judges a CaseFileReference, with every fault found: everything the contract states. */
export function validateCaseFileReference(value: unknown): Validation<Schemas["CaseFileReference"]> {
  return checkCaseFileReference(value) ? { ok: true, value } : { ok: false, faults: readable(checkCaseFileReference.errors) };
}

/** Is the value a ClientWebhook: everything the contract states. */
export function isClientWebhook(value: unknown): value is Schemas["ClientWebhook"] {
  return checkClientWebhook(value);
}

/** Judges a ClientWebhook, with every fault found: everything the contract states. */
export function validateClientWebhook(value: unknown): Validation<Schemas["ClientWebhook"]> {
  return checkClientWebhook(value) ? { ok: true, value } : { ok: false, faults: readable(checkClientWebhook.errors) };
}

/** Is the value a ClientWebhookCreate: everything the contract states. */
export function isClientWebhookCreate(value: unknown): value is Schemas["ClientWebhookCreate"] {
  return checkClientWebhookCreate(value);
}

/** Judges a ClientWebhookCreate, with every fault found: everything the contract states. */
export function validateClientWebhookCreate(value: unknown): Validation<Schemas["ClientWebhookCreate"]> {
  return checkClientWebhookCreate(value) ? { ok: true, value } : { ok: false, faults: readable(checkClientWebhookCreate.errors) };
}

/** Is the value a PaymentSnapshot: everything the contract states. */
export function isPaymentSnapshot(value: unknown): value is Schemas["PaymentSnapshot"] {
  return checkPaymentSnapshot(value);
}

/** Judges a PaymentSnapshot, with every fault found: everything the contract states. */
export function validatePaymentSnapshot(value: unknown): Validation<Schemas["PaymentSnapshot"]> {
  return checkPaymentSnapshot(value) ? { ok: true, value } : { ok: false, faults: readable(checkPaymentSnapshot.errors) };
}

/** Is the value a ReceivedPaymentSnapshot: only what a receiver needs is demanded (U-30). */
export function isReceivedPaymentSnapshot(value: unknown): value is ReceivedPaymentSnapshot {
  return checkReceivedPaymentSnapshot(value);
}

/** Judges a ReceivedPaymentSnapshot, with every fault found: only what a receiver needs is demanded (U-30). */
export function validateReceivedPaymentSnapshot(value: unknown): Validation<ReceivedPaymentSnapshot> {
  return checkReceivedPaymentSnapshot(value) ? { ok: true, value } : { ok: false, faults: readable(checkReceivedPaymentSnapshot.errors) };
}

/** Is the value a TokenRequest: everything the contract states. */
export function isTokenRequest(value: unknown): value is Schemas["TokenRequest"] {
  return checkTokenRequest(value);
}

/** Judges a TokenRequest, with every fault found: everything the contract states. */
export function validateTokenRequest(value: unknown): Validation<Schemas["TokenRequest"]> {
  return checkTokenRequest(value) ? { ok: true, value } : { ok: false, faults: readable(checkTokenRequest.errors) };
}

/** Is the value a TokenResponse: everything the contract states. */
export function isTokenResponse(value: unknown): value is Schemas["TokenResponse"] {
  return checkTokenResponse(value);
}

/** Judges a TokenResponse, with every fault found: everything the contract states. */
export function validateTokenResponse(value: unknown): Validation<Schemas["TokenResponse"]> {
  return checkTokenResponse(value) ? { ok: true, value } : { ok: false, faults: readable(checkTokenResponse.errors) };
}

/** The body of every event that is emitted today, as a receiver should take it. */
export type ReceivedPayloads = {
  "case_file.payment.confirmed": ReceivedPaymentSnapshot;
};

/** What a receiver should demand of them. */
export const RECEIVED_EVENTS: {
  readonly [E in keyof ReceivedPayloads]: (value: unknown) => Validation<ReceivedPayloads[E]>;
} = {
  "case_file.payment.confirmed": validateReceivedPaymentSnapshot,
};
