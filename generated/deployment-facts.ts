// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
// @ts-nocheck: ajv's code below is JavaScript; the function above it is typed.
import type { components } from "./deployment-facts-types.ts";
import { type Fault, faultsBy } from "./faults.ts";

/** A file of facts (spec/deployment/schema.yaml). */
export type DeploymentFacts = components["schemas"]["DeploymentFacts"];

/** Every member of a file of facts, as a JSON Pointer; `*` stands for a name that people choose. */
export const FACT_MEMBERS: readonly string[] = [
  "/title",
  "/package",
  "/package/name",
  "/package/version",
  "/package/group",
  "/package/module",
  "/package/repository",
  "/signatureHeader",
  "/tokenHeader",
  "/hosts",
  "/hosts/api",
  "/hosts/login",
  "/authorization",
  "/authorization/host",
  "/authorization/path",
  "/scopes",
  "/scopes/*",
  "/scopes/*/allows",
  "/scopes/*/operations",
  "/amount",
  "/amount/unit",
  "/amount/currency",
  "/deliveries",
  "/deliveries/maxAttempts",
  "/deliveries/backoff",
  "/deliveries/timeoutSeconds",
  "/deliveries/ordering",
  "/deliveries/redirects",
  "/deliveries/afterLastAttempt",
  "/deliveries/pendingOnDeactivation",
  "/secret",
  "/secret/format",
  "/secret/bytes",
  "/secret/prefix",
  "/clientWebhookItem",
  "/clientWebhookItem/path",
  "/clientWebhookItem/list",
  "/clientWebhookItem/read",
  "/clientWebhookItem/update",
  "/clientWebhookItem/delete",
  "/appWebhookItem",
  "/appWebhookItem/path",
  "/appWebhookItem/read",
  "/appWebhookItem/update",
  "/appWebhookItem/delete",
  "/answers",
  "/answers/*",
  "/settings"
];

/** By member: the gap that it answers. */
export const FACT_GAPS: Readonly<Record<string, string>> = {
  "/signatureHeader": "A-07",
  "/tokenHeader": "N-5-03",
  "/hosts/api": "U-11",
  "/hosts/login": "U-11",
  "/authorization/host": "U-11",
  "/authorization/path": "N-4.1-01",
  "/scopes": "N-5-02",
  "/amount/unit": "N-2.4-01",
  "/amount/currency": "U-31",
  "/deliveries/maxAttempts": "N-6.5-01",
  "/deliveries/backoff": "N-6.5-02",
  "/deliveries/timeoutSeconds": "N-6.5-03",
  "/deliveries/ordering": "U-24",
  "/deliveries/redirects": "U-23",
  "/deliveries/afterLastAttempt": "U-25",
  "/deliveries/pendingOnDeactivation": "U-26",
  "/secret": "U-20",
  "/clientWebhookItem": "N-4.3-01",
  "/appWebhookItem": "N-4.4-01"
};

/** By member: what its pattern asks for, in words. */
export const FACT_EXPECTS: Readonly<Record<string, string>> = {
  "/title": "a text",
  "/package/name": "a name of npm that is not collections-contract",
  "/package/version": "a version such as 1.0.0",
  "/package/group": "a group of Maven such as com.example",
  "/package/module": "a module path of Go such as example.com/payments",
  "/package/repository": "an http or https URL without a user, query or fragment",
  "/signatureHeader": "the name of a header",
  "/tokenHeader": "the name of a header",
  "/hosts/api": "an http or https URL without a slash at its end",
  "/hosts/login": "an http or https URL without a slash at its end",
  "/authorization/path": "a path that begins with a slash and has no . or .. in it",
  "/scopes/*/allows": "a text",
  "/amount/unit": "a text",
  "/amount/currency": "a code of ISO 4217 such as EUR",
  "/secret/prefix": "letters, digits or one of _ . : -",
  "/clientWebhookItem/path": "a path that ends in {id}",
  "/appWebhookItem/path": "a path that ends in {id}",
  "/answers/*": "a sentence"
};

/** What the templates want to have replaced, each as it stands there. */
export const TEMPLATE_PLACEHOLDERS: readonly string[] = [
  "<Signature-Header>",
  "<Token-Header, or Authorization>",
  "<Token-Header>",
  "<URL of the repository that people read>",
  "<a setting that GET /_control/profile of a sandbox lists>",
  "<authorization-path>",
  "<code of ISO 4217>",
  "<drop, or keep>",
  "<group in Maven>",
  "<hex, or base64url>",
  "<id of a gap>",
  "<keep, or deactivate>",
  "<module path of Go>",
  "<name in npm>",
  "<name>",
  "<none, or webhook>",
  "<number of attempts>",
  "<number of random bytes>",
  "<path of the page where customers approve>",
  "<put or patch>",
  "<scope>",
  "<seconds before the second attempt>",
  "<seconds before the third attempt>",
  "<seconds until an attempt counts as failed>",
  "<seconds>",
  "<status of a success>",
  "<true if they are followed, or false>",
  "<version>",
  "<what 1 stands for, such as cents>",
  "<what is true, as a sentence>",
  "<what people call it>",
  "<what stands before them>",
  "<what this scope allows>"
];

/** Every fault in a file of facts. */
export const factFaults = (facts: unknown): Fault[] => faultsBy(CHECKS.DeploymentFacts, facts);

const check_DeploymentFacts = validate21;
const schema6 = {"$id":"DeploymentFacts","type":"object","additionalProperties":false,"required":["title"],"properties":{"title":{"type":"string","pattern":"\\S","expects":"a text"},"package":{"type":"object","additionalProperties":false,"required":["name","version"],"properties":{"name":{"type":"string","pattern":"^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$","expects":"a name of npm that is not collections-contract"},"version":{"type":"string","pattern":"^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$","expects":"a version such as 1.0.0"},"group":{"type":"string","pattern":"^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$","expects":"a group of Maven such as com.example"},"module":{"type":"string","pattern":"^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$","expects":"a module path of Go such as example.com/payments"},"repository":{"type":"string","pattern":"^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$","expects":"an http or https URL without a user, query or fragment"}}},"signatureHeader":{"type":"string","pattern":"^[A-Za-z0-9][\\w-]*$","expects":"the name of a header"},"tokenHeader":{"type":"string","pattern":"^[A-Za-z0-9][\\w-]*$","expects":"the name of a header"},"hosts":{"type":"object","additionalProperties":false,"properties":{"api":{"type":"string","pattern":"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$","expects":"an http or https URL without a slash at its end"},"login":{"type":"string","pattern":"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$","expects":"an http or https URL without a slash at its end"}}},"authorization":{"type":"object","additionalProperties":false,"required":["host","path"],"properties":{"host":{"enum":["api","login"]},"path":{"type":"string","pattern":"^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$","expects":"a path that begins with a slash and has no . or .. in it"}}},"scopes":{"type":"object","minProperties":1,"propertyNames":{"pattern":"^[!#-\\[\\]-~]+$"},"additionalProperties":{"type":"object","additionalProperties":false,"required":["allows","operations"],"properties":{"allows":{"type":"string","pattern":"\\S","expects":"a text"},"operations":{"type":"array","minItems":1,"items":{"enum":["createClientWebhook","listClientWebhooks","readClientWebhook","updateClientWebhook","deleteClientWebhook","createAppWebhook","listAppWebhooks","readAppWebhook","updateAppWebhook","deleteAppWebhook"]}}}}},"amount":{"type":"object","additionalProperties":false,"minProperties":1,"properties":{"unit":{"type":"string","pattern":"\\S","expects":"a text"},"currency":{"type":"string","pattern":"^[A-Z]{3}$","expects":"a code of ISO 4217 such as EUR"}}},"deliveries":{"type":"object","additionalProperties":false,"properties":{"maxAttempts":{"type":"integer","minimum":1,"maximum":100},"backoff":{"type":"array","minItems":1,"items":{"type":"number","minimum":0,"maximum":1000000000}},"timeoutSeconds":{"type":"number","exclusiveMinimum":0,"maximum":1000000000},"ordering":{"enum":["none","webhook"]},"redirects":{"type":"boolean"},"afterLastAttempt":{"enum":["keep","deactivate"]},"pendingOnDeactivation":{"enum":["drop","keep"]}}},"secret":{"type":"object","additionalProperties":false,"required":["format","bytes"],"properties":{"format":{"enum":["hex","base64url"]},"bytes":{"type":"integer","minimum":16,"maximum":128},"prefix":{"type":"string","pattern":"^[\\w.:-]*$","expects":"letters, digits or one of _ . : -"}}},"clientWebhookItem":{"type":"object","additionalProperties":false,"required":["path"],"minProperties":2,"properties":{"path":{"type":"string","pattern":"^/(?:[\\w.~-]+/)*\\{id\\}$","expects":"a path that ends in {id}"},"list":{"enum":["get"]},"read":{"enum":["get"]},"update":{"enum":["put","patch"]},"delete":{"enum":["delete"]}}},"appWebhookItem":{"type":"object","additionalProperties":false,"required":["path","update","delete"],"properties":{"path":{"type":"string","pattern":"^/(?:[\\w.~-]+/)*\\{id\\}$","expects":"a path that ends in {id}"},"read":{"enum":["get"]},"update":{"enum":["put","patch"]},"delete":{"enum":["delete"]}}},"answers":{"type":"object","minProperties":1,"additionalProperties":{"type":"string","pattern":"\\S","expects":"a sentence"}},"settings":{"type":"object","additionalProperties":true}}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = /* @__PURE__ */ new RegExp("\\S", "u");
const pattern1 = /* @__PURE__ */ new RegExp("^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$", "u");
const pattern2 = /* @__PURE__ */ new RegExp("^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$", "u");
const pattern3 = /* @__PURE__ */ new RegExp("^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$", "u");
const pattern4 = /* @__PURE__ */ new RegExp("^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$", "u");
const pattern5 = /* @__PURE__ */ new RegExp("^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$", "u");
const pattern6 = /* @__PURE__ */ new RegExp("^[A-Za-z0-9][\\w-]*$", "u");
const pattern8 = /* @__PURE__ */ new RegExp("^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$", "u");
const pattern10 = /* @__PURE__ */ new RegExp("^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$", "u");
const pattern11 = /* @__PURE__ */ new RegExp("^[!#-\\[\\]-~]+$", "u");
const pattern14 = /* @__PURE__ */ new RegExp("^[A-Z]{3}$", "u");
const pattern15 = /* @__PURE__ */ new RegExp("^[\\w.:-]*$", "u");
const pattern16 = /* @__PURE__ */ new RegExp("^/(?:[\\w.~-]+/)*\\{id\\}$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="DeploymentFacts" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 in data){
if(!(func2.call(schema6.properties, key0))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.title !== undefined){
let data0 = data.title;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err2 = {instancePath:instancePath+"/title",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/title",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.package !== undefined){
let data1 = data.package;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.name === undefined){
const err4 = {instancePath:instancePath+"/package",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
(vErrors ??= []).push(err4);
errors++;
}
if(data1.version === undefined){
const err5 = {instancePath:instancePath+"/package",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
(vErrors ??= []).push(err5);
errors++;
}
for(const key1 in data1){
if(!(((((key1 === "name") || (key1 === "version")) || (key1 === "group")) || (key1 === "module")) || (key1 === "repository"))){
const err6 = {instancePath:instancePath+"/package",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data1.name !== undefined){
let data2 = data1.name;
if(typeof data2 === "string"){
if(!pattern1.test(data2)){
const err7 = {instancePath:instancePath+"/package/name",keyword:"pattern",params:{pattern: "^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$"},message:"must match pattern \""+"^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$"+"\""};
(vErrors ??= []).push(err7);
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/package/name",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data1.version !== undefined){
let data3 = data1.version;
if(typeof data3 === "string"){
if(!pattern2.test(data3)){
const err9 = {instancePath:instancePath+"/package/version",keyword:"pattern",params:{pattern: "^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$"},message:"must match pattern \""+"^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$"+"\""};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/package/version",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data1.group !== undefined){
let data4 = data1.group;
if(typeof data4 === "string"){
if(!pattern3.test(data4)){
const err11 = {instancePath:instancePath+"/package/group",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$"},message:"must match pattern \""+"^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$"+"\""};
(vErrors ??= []).push(err11);
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/package/group",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err12);
errors++;
}
}
if(data1.module !== undefined){
let data5 = data1.module;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err13 = {instancePath:instancePath+"/package/module",keyword:"pattern",params:{pattern: "^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$"},message:"must match pattern \""+"^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$"+"\""};
(vErrors ??= []).push(err13);
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/package/module",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err14);
errors++;
}
}
if(data1.repository !== undefined){
let data6 = data1.repository;
if(typeof data6 === "string"){
if(!pattern5.test(data6)){
const err15 = {instancePath:instancePath+"/package/repository",keyword:"pattern",params:{pattern: "^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$"},message:"must match pattern \""+"^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$"+"\""};
(vErrors ??= []).push(err15);
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/package/repository",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err16);
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/package",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err17);
errors++;
}
}
if(data.signatureHeader !== undefined){
let data7 = data.signatureHeader;
if(typeof data7 === "string"){
if(!pattern6.test(data7)){
const err18 = {instancePath:instancePath+"/signatureHeader",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][\\w-]*$"},message:"must match pattern \""+"^[A-Za-z0-9][\\w-]*$"+"\""};
(vErrors ??= []).push(err18);
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/signatureHeader",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err19);
errors++;
}
}
if(data.tokenHeader !== undefined){
let data8 = data.tokenHeader;
if(typeof data8 === "string"){
if(!pattern6.test(data8)){
const err20 = {instancePath:instancePath+"/tokenHeader",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][\\w-]*$"},message:"must match pattern \""+"^[A-Za-z0-9][\\w-]*$"+"\""};
(vErrors ??= []).push(err20);
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/tokenHeader",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err21);
errors++;
}
}
if(data.hosts !== undefined){
let data9 = data.hosts;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key2 in data9){
if(!((key2 === "api") || (key2 === "login"))){
const err22 = {instancePath:instancePath+"/hosts",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
(vErrors ??= []).push(err22);
errors++;
}
}
if(data9.api !== undefined){
let data10 = data9.api;
if(typeof data10 === "string"){
if(!pattern8.test(data10)){
const err23 = {instancePath:instancePath+"/hosts/api",keyword:"pattern",params:{pattern: "^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"},message:"must match pattern \""+"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"+"\""};
(vErrors ??= []).push(err23);
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/hosts/api",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err24);
errors++;
}
}
if(data9.login !== undefined){
let data11 = data9.login;
if(typeof data11 === "string"){
if(!pattern8.test(data11)){
const err25 = {instancePath:instancePath+"/hosts/login",keyword:"pattern",params:{pattern: "^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"},message:"must match pattern \""+"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"+"\""};
(vErrors ??= []).push(err25);
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/hosts/login",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err26);
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/hosts",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err27);
errors++;
}
}
if(data.authorization !== undefined){
let data12 = data.authorization;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.host === undefined){
const err28 = {instancePath:instancePath+"/authorization",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'"};
(vErrors ??= []).push(err28);
errors++;
}
if(data12.path === undefined){
const err29 = {instancePath:instancePath+"/authorization",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
(vErrors ??= []).push(err29);
errors++;
}
for(const key3 in data12){
if(!((key3 === "host") || (key3 === "path"))){
const err30 = {instancePath:instancePath+"/authorization",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
(vErrors ??= []).push(err30);
errors++;
}
}
if(data12.host !== undefined){
let data13 = data12.host;
if(!((data13 === "api") || (data13 === "login"))){
const err31 = {instancePath:instancePath+"/authorization/host",keyword:"enum",params:{allowedValues: schema6.properties.authorization.properties.host.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err31);
errors++;
}
}
if(data12.path !== undefined){
let data14 = data12.path;
if(typeof data14 === "string"){
if(!pattern10.test(data14)){
const err32 = {instancePath:instancePath+"/authorization/path",keyword:"pattern",params:{pattern: "^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$"},message:"must match pattern \""+"^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$"+"\""};
(vErrors ??= []).push(err32);
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/authorization/path",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err33);
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/authorization",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err34);
errors++;
}
}
if(data.scopes !== undefined){
let data15 = data.scopes;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(Object.keys(data15).length < 1){
const err35 = {instancePath:instancePath+"/scopes",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
(vErrors ??= []).push(err35);
errors++;
}
for(const key4 in data15){
const _errs36 = errors;
if(typeof key4 === "string"){
if(!pattern11.test(key4)){
const err36 = {instancePath:instancePath+"/scopes",keyword:"pattern",params:{pattern: "^[!#-\\[\\]-~]+$"},message:"must match pattern \""+"^[!#-\\[\\]-~]+$"+"\"",propertyName:key4};
(vErrors ??= []).push(err36);
errors++;
}
}
var valid4 = _errs36 === errors;
if(!valid4){
const err37 = {instancePath:instancePath+"/scopes",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid"};
(vErrors ??= []).push(err37);
errors++;
}
}
for(const key5 in data15){
let data16 = data15[key5];
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.allows === undefined){
const err38 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"required",params:{missingProperty: "allows"},message:"must have required property '"+"allows"+"'"};
(vErrors ??= []).push(err38);
errors++;
}
if(data16.operations === undefined){
const err39 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"required",params:{missingProperty: "operations"},message:"must have required property '"+"operations"+"'"};
(vErrors ??= []).push(err39);
errors++;
}
for(const key6 in data16){
if(!((key6 === "allows") || (key6 === "operations"))){
const err40 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"};
(vErrors ??= []).push(err40);
errors++;
}
}
if(data16.allows !== undefined){
let data17 = data16.allows;
if(typeof data17 === "string"){
if(!pattern0.test(data17)){
const err41 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/allows",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
(vErrors ??= []).push(err41);
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/allows",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err42);
errors++;
}
}
if(data16.operations !== undefined){
let data18 = data16.operations;
if(Array.isArray(data18)){
if(data18.length < 1){
const err43 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/operations",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err43);
errors++;
}
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(!((((((((((data19 === "createClientWebhook") || (data19 === "listClientWebhooks")) || (data19 === "readClientWebhook")) || (data19 === "updateClientWebhook")) || (data19 === "deleteClientWebhook")) || (data19 === "createAppWebhook")) || (data19 === "listAppWebhooks")) || (data19 === "readAppWebhook")) || (data19 === "updateAppWebhook")) || (data19 === "deleteAppWebhook"))){
const err44 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/operations/" + i0,keyword:"enum",params:{allowedValues: schema6.properties.scopes.additionalProperties.properties.operations.items.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err44);
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/operations",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err45);
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err46);
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/scopes",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err47);
errors++;
}
}
if(data.amount !== undefined){
let data20 = data.amount;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 1){
const err48 = {instancePath:instancePath+"/amount",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
(vErrors ??= []).push(err48);
errors++;
}
for(const key7 in data20){
if(!((key7 === "unit") || (key7 === "currency"))){
const err49 = {instancePath:instancePath+"/amount",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
(vErrors ??= []).push(err49);
errors++;
}
}
if(data20.unit !== undefined){
let data21 = data20.unit;
if(typeof data21 === "string"){
if(!pattern0.test(data21)){
const err50 = {instancePath:instancePath+"/amount/unit",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
(vErrors ??= []).push(err50);
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/amount/unit",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err51);
errors++;
}
}
if(data20.currency !== undefined){
let data22 = data20.currency;
if(typeof data22 === "string"){
if(!pattern14.test(data22)){
const err52 = {instancePath:instancePath+"/amount/currency",keyword:"pattern",params:{pattern: "^[A-Z]{3}$"},message:"must match pattern \""+"^[A-Z]{3}$"+"\""};
(vErrors ??= []).push(err52);
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/amount/currency",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err53);
errors++;
}
}
}
else {
const err54 = {instancePath:instancePath+"/amount",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err54);
errors++;
}
}
if(data.deliveries !== undefined){
let data23 = data.deliveries;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key8 in data23){
if(!(((((((key8 === "maxAttempts") || (key8 === "backoff")) || (key8 === "timeoutSeconds")) || (key8 === "ordering")) || (key8 === "redirects")) || (key8 === "afterLastAttempt")) || (key8 === "pendingOnDeactivation"))){
const err55 = {instancePath:instancePath+"/deliveries",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties"};
(vErrors ??= []).push(err55);
errors++;
}
}
if(data23.maxAttempts !== undefined){
let data24 = data23.maxAttempts;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err56 = {instancePath:instancePath+"/deliveries/maxAttempts",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err56);
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 100 || isNaN(data24)){
const err57 = {instancePath:instancePath+"/deliveries/maxAttempts",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
(vErrors ??= []).push(err57);
errors++;
}
if(data24 < 1 || isNaN(data24)){
const err58 = {instancePath:instancePath+"/deliveries/maxAttempts",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err58);
errors++;
}
}
}
if(data23.backoff !== undefined){
let data25 = data23.backoff;
if(Array.isArray(data25)){
if(data25.length < 1){
const err59 = {instancePath:instancePath+"/deliveries/backoff",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err59);
errors++;
}
const len1 = data25.length;
for(let i1=0; i1<len1; i1++){
let data26 = data25[i1];
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 1000000000 || isNaN(data26)){
const err60 = {instancePath:instancePath+"/deliveries/backoff/" + i1,keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
(vErrors ??= []).push(err60);
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err61 = {instancePath:instancePath+"/deliveries/backoff/" + i1,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err61);
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/deliveries/backoff/" + i1,keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err62);
errors++;
}
}
}
else {
const err63 = {instancePath:instancePath+"/deliveries/backoff",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err63);
errors++;
}
}
if(data23.timeoutSeconds !== undefined){
let data27 = data23.timeoutSeconds;
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 1000000000 || isNaN(data27)){
const err64 = {instancePath:instancePath+"/deliveries/timeoutSeconds",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
(vErrors ??= []).push(err64);
errors++;
}
if(data27 <= 0 || isNaN(data27)){
const err65 = {instancePath:instancePath+"/deliveries/timeoutSeconds",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
(vErrors ??= []).push(err65);
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/deliveries/timeoutSeconds",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err66);
errors++;
}
}
if(data23.ordering !== undefined){
let data28 = data23.ordering;
if(!((data28 === "none") || (data28 === "webhook"))){
const err67 = {instancePath:instancePath+"/deliveries/ordering",keyword:"enum",params:{allowedValues: schema6.properties.deliveries.properties.ordering.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err67);
errors++;
}
}
if(data23.redirects !== undefined){
if(typeof data23.redirects !== "boolean"){
const err68 = {instancePath:instancePath+"/deliveries/redirects",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err68);
errors++;
}
}
if(data23.afterLastAttempt !== undefined){
let data30 = data23.afterLastAttempt;
if(!((data30 === "keep") || (data30 === "deactivate"))){
const err69 = {instancePath:instancePath+"/deliveries/afterLastAttempt",keyword:"enum",params:{allowedValues: schema6.properties.deliveries.properties.afterLastAttempt.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err69);
errors++;
}
}
if(data23.pendingOnDeactivation !== undefined){
let data31 = data23.pendingOnDeactivation;
if(!((data31 === "drop") || (data31 === "keep"))){
const err70 = {instancePath:instancePath+"/deliveries/pendingOnDeactivation",keyword:"enum",params:{allowedValues: schema6.properties.deliveries.properties.pendingOnDeactivation.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err70);
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/deliveries",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err71);
errors++;
}
}
if(data.secret !== undefined){
let data32 = data.secret;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.format === undefined){
const err72 = {instancePath:instancePath+"/secret",keyword:"required",params:{missingProperty: "format"},message:"must have required property '"+"format"+"'"};
(vErrors ??= []).push(err72);
errors++;
}
if(data32.bytes === undefined){
const err73 = {instancePath:instancePath+"/secret",keyword:"required",params:{missingProperty: "bytes"},message:"must have required property '"+"bytes"+"'"};
(vErrors ??= []).push(err73);
errors++;
}
for(const key9 in data32){
if(!(((key9 === "format") || (key9 === "bytes")) || (key9 === "prefix"))){
const err74 = {instancePath:instancePath+"/secret",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties"};
(vErrors ??= []).push(err74);
errors++;
}
}
if(data32.format !== undefined){
let data33 = data32.format;
if(!((data33 === "hex") || (data33 === "base64url"))){
const err75 = {instancePath:instancePath+"/secret/format",keyword:"enum",params:{allowedValues: schema6.properties.secret.properties.format.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err75);
errors++;
}
}
if(data32.bytes !== undefined){
let data34 = data32.bytes;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err76 = {instancePath:instancePath+"/secret/bytes",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err76);
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 128 || isNaN(data34)){
const err77 = {instancePath:instancePath+"/secret/bytes",keyword:"maximum",params:{comparison: "<=", limit: 128},message:"must be <= 128"};
(vErrors ??= []).push(err77);
errors++;
}
if(data34 < 16 || isNaN(data34)){
const err78 = {instancePath:instancePath+"/secret/bytes",keyword:"minimum",params:{comparison: ">=", limit: 16},message:"must be >= 16"};
(vErrors ??= []).push(err78);
errors++;
}
}
}
if(data32.prefix !== undefined){
let data35 = data32.prefix;
if(typeof data35 === "string"){
if(!pattern15.test(data35)){
const err79 = {instancePath:instancePath+"/secret/prefix",keyword:"pattern",params:{pattern: "^[\\w.:-]*$"},message:"must match pattern \""+"^[\\w.:-]*$"+"\""};
(vErrors ??= []).push(err79);
errors++;
}
}
else {
const err80 = {instancePath:instancePath+"/secret/prefix",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err80);
errors++;
}
}
}
else {
const err81 = {instancePath:instancePath+"/secret",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err81);
errors++;
}
}
if(data.clientWebhookItem !== undefined){
let data36 = data.clientWebhookItem;
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(Object.keys(data36).length < 2){
const err82 = {instancePath:instancePath+"/clientWebhookItem",keyword:"minProperties",params:{limit: 2},message:"must NOT have fewer than 2 properties"};
(vErrors ??= []).push(err82);
errors++;
}
if(data36.path === undefined){
const err83 = {instancePath:instancePath+"/clientWebhookItem",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
(vErrors ??= []).push(err83);
errors++;
}
for(const key10 in data36){
if(!(((((key10 === "path") || (key10 === "list")) || (key10 === "read")) || (key10 === "update")) || (key10 === "delete"))){
const err84 = {instancePath:instancePath+"/clientWebhookItem",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties"};
(vErrors ??= []).push(err84);
errors++;
}
}
if(data36.path !== undefined){
let data37 = data36.path;
if(typeof data37 === "string"){
if(!pattern16.test(data37)){
const err85 = {instancePath:instancePath+"/clientWebhookItem/path",keyword:"pattern",params:{pattern: "^/(?:[\\w.~-]+/)*\\{id\\}$"},message:"must match pattern \""+"^/(?:[\\w.~-]+/)*\\{id\\}$"+"\""};
(vErrors ??= []).push(err85);
errors++;
}
}
else {
const err86 = {instancePath:instancePath+"/clientWebhookItem/path",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err86);
errors++;
}
}
if(data36.list !== undefined){
if(!(data36.list === "get")){
const err87 = {instancePath:instancePath+"/clientWebhookItem/list",keyword:"enum",params:{allowedValues: schema6.properties.clientWebhookItem.properties.list.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err87);
errors++;
}
}
if(data36.read !== undefined){
if(!(data36.read === "get")){
const err88 = {instancePath:instancePath+"/clientWebhookItem/read",keyword:"enum",params:{allowedValues: schema6.properties.clientWebhookItem.properties.read.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err88);
errors++;
}
}
if(data36.update !== undefined){
let data40 = data36.update;
if(!((data40 === "put") || (data40 === "patch"))){
const err89 = {instancePath:instancePath+"/clientWebhookItem/update",keyword:"enum",params:{allowedValues: schema6.properties.clientWebhookItem.properties.update.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err89);
errors++;
}
}
if(data36.delete !== undefined){
if(!(data36.delete === "delete")){
const err90 = {instancePath:instancePath+"/clientWebhookItem/delete",keyword:"enum",params:{allowedValues: schema6.properties.clientWebhookItem.properties.delete.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err90);
errors++;
}
}
}
else {
const err91 = {instancePath:instancePath+"/clientWebhookItem",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err91);
errors++;
}
}
if(data.appWebhookItem !== undefined){
let data42 = data.appWebhookItem;
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
if(data42.path === undefined){
const err92 = {instancePath:instancePath+"/appWebhookItem",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
(vErrors ??= []).push(err92);
errors++;
}
if(data42.update === undefined){
const err93 = {instancePath:instancePath+"/appWebhookItem",keyword:"required",params:{missingProperty: "update"},message:"must have required property '"+"update"+"'"};
(vErrors ??= []).push(err93);
errors++;
}
if(data42.delete === undefined){
const err94 = {instancePath:instancePath+"/appWebhookItem",keyword:"required",params:{missingProperty: "delete"},message:"must have required property '"+"delete"+"'"};
(vErrors ??= []).push(err94);
errors++;
}
for(const key11 in data42){
if(!((((key11 === "path") || (key11 === "read")) || (key11 === "update")) || (key11 === "delete"))){
const err95 = {instancePath:instancePath+"/appWebhookItem",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties"};
(vErrors ??= []).push(err95);
errors++;
}
}
if(data42.path !== undefined){
let data43 = data42.path;
if(typeof data43 === "string"){
if(!pattern16.test(data43)){
const err96 = {instancePath:instancePath+"/appWebhookItem/path",keyword:"pattern",params:{pattern: "^/(?:[\\w.~-]+/)*\\{id\\}$"},message:"must match pattern \""+"^/(?:[\\w.~-]+/)*\\{id\\}$"+"\""};
(vErrors ??= []).push(err96);
errors++;
}
}
else {
const err97 = {instancePath:instancePath+"/appWebhookItem/path",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err97);
errors++;
}
}
if(data42.read !== undefined){
if(!(data42.read === "get")){
const err98 = {instancePath:instancePath+"/appWebhookItem/read",keyword:"enum",params:{allowedValues: schema6.properties.appWebhookItem.properties.read.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err98);
errors++;
}
}
if(data42.update !== undefined){
let data45 = data42.update;
if(!((data45 === "put") || (data45 === "patch"))){
const err99 = {instancePath:instancePath+"/appWebhookItem/update",keyword:"enum",params:{allowedValues: schema6.properties.appWebhookItem.properties.update.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err99);
errors++;
}
}
if(data42.delete !== undefined){
if(!(data42.delete === "delete")){
const err100 = {instancePath:instancePath+"/appWebhookItem/delete",keyword:"enum",params:{allowedValues: schema6.properties.appWebhookItem.properties.delete.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err100);
errors++;
}
}
}
else {
const err101 = {instancePath:instancePath+"/appWebhookItem",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err101);
errors++;
}
}
if(data.answers !== undefined){
let data47 = data.answers;
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
if(Object.keys(data47).length < 1){
const err102 = {instancePath:instancePath+"/answers",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
(vErrors ??= []).push(err102);
errors++;
}
for(const key12 in data47){
let data48 = data47[key12];
if(typeof data48 === "string"){
if(!pattern0.test(data48)){
const err103 = {instancePath:instancePath+"/answers/" + key12.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
(vErrors ??= []).push(err103);
errors++;
}
}
else {
const err104 = {instancePath:instancePath+"/answers/" + key12.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err104);
errors++;
}
}
}
else {
const err105 = {instancePath:instancePath+"/answers",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err105);
errors++;
}
}
if(data.settings !== undefined){
let data49 = data.settings;
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
}
else {
const err106 = {instancePath:instancePath+"/settings",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err106);
errors++;
}
}
}
else {
const err107 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err107);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}


const CHECKS = { DeploymentFacts: check_DeploymentFacts };
