// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
// @ts-nocheck: ajv's code below is JavaScript; the function at the end is typed.
import { type Fault, readable } from "./faults.ts";

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
  "/deliveries",
  "/deliveries/maxAttempts",
  "/deliveries/backoff",
  "/deliveries/timeoutSeconds",
  "/appWebhookItem",
  "/appWebhookItem/path",
  "/appWebhookItem/update",
  "/appWebhookItem/delete",
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
  "/deliveries/maxAttempts": "N-6.5-01",
  "/deliveries/backoff": "N-6.5-02",
  "/deliveries/timeoutSeconds": "N-6.5-03",
  "/appWebhookItem/path": "N-4.4-01",
  "/appWebhookItem/update": "N-4.4-01",
  "/appWebhookItem/delete": "N-4.4-01"
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
  "/appWebhookItem/path": "a path that ends in {id}"
};

/** What the templates want to have replaced, each as it stands there. */
export const TEMPLATE_PLACEHOLDERS: readonly string[] = [
  "<Signature-Header>",
  "<Token-Header, or Authorization>",
  "<Token-Header>",
  "<URL of the repository that people read>",
  "<a setting that GET /_control/profile of a sandbox lists>",
  "<authorization-path>",
  "<group in Maven>",
  "<module path of Go>",
  "<name in npm>",
  "<name>",
  "<number of attempts>",
  "<path of the page where customers approve>",
  "<put or patch>",
  "<scope>",
  "<seconds before the second attempt>",
  "<seconds before the third attempt>",
  "<seconds until an attempt counts as failed>",
  "<seconds>",
  "<status of a success>",
  "<version>",
  "<what people call it>",
  "<what this scope allows>"
];

const checkFacts = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Facts of one deployment","type":"object","additionalProperties":false,"required":["title"],"properties":{"title":{"description":"The name of the deployment for people; the title of its documents.","type":"string","pattern":"\\S","expects":"a text"},"package":{"description":"The names of the deployment's packages, in npm and in the languages of `generate`. Our package's name is not allowed.","type":"object","additionalProperties":false,"required":["name","version"],"properties":{"name":{"type":"string","pattern":"^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$","expects":"a name of npm that is not collections-contract"},"version":{"type":"string","pattern":"^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$","expects":"a version such as 1.0.0"},"group":{"description":"The group of its Java package in Maven.","type":"string","pattern":"^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$","expects":"a group of Maven such as com.example"},"module":{"description":"The path of its Go module.","type":"string","pattern":"^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$","expects":"a module path of Go such as example.com/payments"},"repository":{"description":"Where people read the source of the packages. The header of the site leads there.","type":"string","pattern":"^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$","expects":"an http or https URL without a user, query or fragment"}}},"signatureHeader":{"description":"The name of the signature header.","x-gap":"A-07","type":"string","pattern":"^[A-Za-z0-9][\\w-]*$","expects":"the name of a header"},"tokenHeader":{"description":"The header that carries the access token of a call; Authorization means a bearer token.","x-gap":"N-5-03","type":"string","pattern":"^[A-Za-z0-9][\\w-]*$","expects":"the name of a header"},"hosts":{"description":"The base URLs.","type":"object","additionalProperties":false,"properties":{"api":{"description":"`{base_url}`","x-gap":"U-11","type":"string","pattern":"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$","expects":"an http or https URL without a slash at its end"},"login":{"description":"`{auth_url}`","x-gap":"U-11","type":"string","pattern":"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$","expects":"an http or https URL without a slash at its end"}}},"authorization":{"description":"Where the customer's browser approves an app.","type":"object","additionalProperties":false,"required":["host","path"],"properties":{"host":{"description":"One of `hosts`.","x-gap":"U-11","enum":["api","login"]},"path":{"x-gap":"N-4.1-01","type":"string","pattern":"^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$","expects":"a path that begins with a slash and has no . or .. in it"}}},"scopes":{"description":"What each scope allows, and the operations that need it.","x-gap":"N-5-02","type":"object","minProperties":1,"propertyNames":{"pattern":"^[!#-\\[\\]-~]+$"},"additionalProperties":{"type":"object","additionalProperties":false,"required":["allows","operations"],"properties":{"allows":{"type":"string","pattern":"\\S","expects":"a text"},"operations":{"type":"array","minItems":1,"items":{"enum":["createClientWebhook","createAppWebhook","listAppWebhooks","updateAppWebhook","deleteAppWebhook"]}}}}},"deliveries":{"description":"When and how often a delivery to a client webhook is attempted, under the names of `x-delivery`.","type":"object","additionalProperties":false,"properties":{"maxAttempts":{"x-gap":"N-6.5-01","type":"integer","minimum":1,"maximum":100},"backoff":{"description":"Seconds before the second attempt, the third and so on.","x-gap":"N-6.5-02","type":"array","minItems":1,"items":{"type":"number","minimum":0,"maximum":1000000000}},"timeoutSeconds":{"x-gap":"N-6.5-03","type":"number","exclusiveMinimum":0,"maximum":1000000000}}},"appWebhookItem":{"description":"The path of one app webhook, and the methods that update and delete it.","type":"object","additionalProperties":false,"required":["path","update","delete"],"properties":{"path":{"x-gap":"N-4.4-01","type":"string","pattern":"^/(?:[\\w.~-]+/)*\\{id\\}$","expects":"a path that ends in {id}"},"update":{"x-gap":"N-4.4-01","enum":["put","patch"]},"delete":{"x-gap":"N-4.4-01","enum":["delete"]}}},"settings":{"description":"Facts that have no place in a document, by the names of the sandbox's settings; each setting names its gap.","type":"object"}},"$id":"DeploymentFacts"};
const func1 = Object.prototype.hasOwnProperty;
const pattern4 = /* @__PURE__ */ new RegExp("\\S", "u");
const pattern5 = /* @__PURE__ */ new RegExp("^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$", "u");
const pattern6 = /* @__PURE__ */ new RegExp("^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$", "u");
const pattern7 = /* @__PURE__ */ new RegExp("^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$", "u");
const pattern8 = /* @__PURE__ */ new RegExp("^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$", "u");
const pattern9 = /* @__PURE__ */ new RegExp("^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$", "u");
const pattern10 = /* @__PURE__ */ new RegExp("^[A-Za-z0-9][\\w-]*$", "u");
const pattern12 = /* @__PURE__ */ new RegExp("^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$", "u");
const pattern14 = /* @__PURE__ */ new RegExp("^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$", "u");
const pattern15 = /* @__PURE__ */ new RegExp("^[!#-\\[\\]-~]+$", "u");
const pattern17 = /* @__PURE__ */ new RegExp("^/(?:[\\w.~-]+/)*\\{id\\}$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="DeploymentFacts" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.title === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "title"},message:"must have required property '"+"title"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties"};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.title !== undefined){
let data0 = data.title;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/title",schemaPath:"#/properties/title/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.package !== undefined){
let data1 = data.package;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.name === undefined){
const err4 = {instancePath:instancePath+"/package",schemaPath:"#/properties/package/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
(vErrors ??= []).push(err4);
errors++;
}
if(data1.version === undefined){
const err5 = {instancePath:instancePath+"/package",schemaPath:"#/properties/package/required",keyword:"required",params:{missingProperty: "version"},message:"must have required property '"+"version"+"'"};
(vErrors ??= []).push(err5);
errors++;
}
for(const key1 in data1){
if(!(((((key1 === "name") || (key1 === "version")) || (key1 === "group")) || (key1 === "module")) || (key1 === "repository"))){
const err6 = {instancePath:instancePath+"/package",schemaPath:"#/properties/package/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties"};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data1.name !== undefined){
let data2 = data1.name;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err7 = {instancePath:instancePath+"/package/name",schemaPath:"#/properties/package/properties/name/pattern",keyword:"pattern",params:{pattern: "^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$"},message:"must match pattern \""+"^(?!collections-contract$)(?=.{1,214}$)(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*$"+"\""};
(vErrors ??= []).push(err7);
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/package/name",schemaPath:"#/properties/package/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data1.version !== undefined){
let data3 = data1.version;
if(typeof data3 === "string"){
if(!pattern6.test(data3)){
const err9 = {instancePath:instancePath+"/package/version",schemaPath:"#/properties/package/properties/version/pattern",keyword:"pattern",params:{pattern: "^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$"},message:"must match pattern \""+"^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-[0-9A-Za-z.-]+)?$"+"\""};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/package/version",schemaPath:"#/properties/package/properties/version/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data1.group !== undefined){
let data4 = data1.group;
if(typeof data4 === "string"){
if(!pattern7.test(data4)){
const err11 = {instancePath:instancePath+"/package/group",schemaPath:"#/properties/package/properties/group/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$"},message:"must match pattern \""+"^[a-z][a-z0-9_-]*(?:\\.[a-z][a-z0-9_-]*)*$"+"\""};
(vErrors ??= []).push(err11);
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/package/group",schemaPath:"#/properties/package/properties/group/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err12);
errors++;
}
}
if(data1.module !== undefined){
let data5 = data1.module;
if(typeof data5 === "string"){
if(!pattern8.test(data5)){
const err13 = {instancePath:instancePath+"/package/module",schemaPath:"#/properties/package/properties/module/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$"},message:"must match pattern \""+"^[a-z0-9-]+(?:\\.[a-z0-9-]+)+(?:/[\\w.~-]+)+$"+"\""};
(vErrors ??= []).push(err13);
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/package/module",schemaPath:"#/properties/package/properties/module/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err14);
errors++;
}
}
if(data1.repository !== undefined){
let data6 = data1.repository;
if(typeof data6 === "string"){
if(!pattern9.test(data6)){
const err15 = {instancePath:instancePath+"/package/repository",schemaPath:"#/properties/package/properties/repository/pattern",keyword:"pattern",params:{pattern: "^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$"},message:"must match pattern \""+"^https?://[^\\s/?#@]+(?:/[^\\s?#]*)?$"+"\""};
(vErrors ??= []).push(err15);
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/package/repository",schemaPath:"#/properties/package/properties/repository/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err16);
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/package",schemaPath:"#/properties/package/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err17);
errors++;
}
}
if(data.signatureHeader !== undefined){
let data7 = data.signatureHeader;
if(typeof data7 === "string"){
if(!pattern10.test(data7)){
const err18 = {instancePath:instancePath+"/signatureHeader",schemaPath:"#/properties/signatureHeader/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][\\w-]*$"},message:"must match pattern \""+"^[A-Za-z0-9][\\w-]*$"+"\""};
(vErrors ??= []).push(err18);
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/signatureHeader",schemaPath:"#/properties/signatureHeader/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err19);
errors++;
}
}
if(data.tokenHeader !== undefined){
let data8 = data.tokenHeader;
if(typeof data8 === "string"){
if(!pattern10.test(data8)){
const err20 = {instancePath:instancePath+"/tokenHeader",schemaPath:"#/properties/tokenHeader/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][\\w-]*$"},message:"must match pattern \""+"^[A-Za-z0-9][\\w-]*$"+"\""};
(vErrors ??= []).push(err20);
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/tokenHeader",schemaPath:"#/properties/tokenHeader/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err21);
errors++;
}
}
if(data.hosts !== undefined){
let data9 = data.hosts;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key2 in data9){
if(!((key2 === "api") || (key2 === "login"))){
const err22 = {instancePath:instancePath+"/hosts",schemaPath:"#/properties/hosts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties"};
(vErrors ??= []).push(err22);
errors++;
}
}
if(data9.api !== undefined){
let data10 = data9.api;
if(typeof data10 === "string"){
if(!pattern12.test(data10)){
const err23 = {instancePath:instancePath+"/hosts/api",schemaPath:"#/properties/hosts/properties/api/pattern",keyword:"pattern",params:{pattern: "^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"},message:"must match pattern \""+"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"+"\""};
(vErrors ??= []).push(err23);
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/hosts/api",schemaPath:"#/properties/hosts/properties/api/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err24);
errors++;
}
}
if(data9.login !== undefined){
let data11 = data9.login;
if(typeof data11 === "string"){
if(!pattern12.test(data11)){
const err25 = {instancePath:instancePath+"/hosts/login",schemaPath:"#/properties/hosts/properties/login/pattern",keyword:"pattern",params:{pattern: "^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"},message:"must match pattern \""+"^https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*$"+"\""};
(vErrors ??= []).push(err25);
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/hosts/login",schemaPath:"#/properties/hosts/properties/login/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err26);
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/hosts",schemaPath:"#/properties/hosts/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err27);
errors++;
}
}
if(data.authorization !== undefined){
let data12 = data.authorization;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.host === undefined){
const err28 = {instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/required",keyword:"required",params:{missingProperty: "host"},message:"must have required property '"+"host"+"'"};
(vErrors ??= []).push(err28);
errors++;
}
if(data12.path === undefined){
const err29 = {instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
(vErrors ??= []).push(err29);
errors++;
}
for(const key3 in data12){
if(!((key3 === "host") || (key3 === "path"))){
const err30 = {instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties"};
(vErrors ??= []).push(err30);
errors++;
}
}
if(data12.host !== undefined){
let data13 = data12.host;
if(!((data13 === "api") || (data13 === "login"))){
const err31 = {instancePath:instancePath+"/authorization/host",schemaPath:"#/properties/authorization/properties/host/enum",keyword:"enum",params:{allowedValues: schema31.properties.authorization.properties.host.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err31);
errors++;
}
}
if(data12.path !== undefined){
let data14 = data12.path;
if(typeof data14 === "string"){
if(!pattern14.test(data14)){
const err32 = {instancePath:instancePath+"/authorization/path",schemaPath:"#/properties/authorization/properties/path/pattern",keyword:"pattern",params:{pattern: "^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$"},message:"must match pattern \""+"^/(?!(?:.*/)?\\.\\.?(?:/|$))[\\w./~%@:+-]*$"+"\""};
(vErrors ??= []).push(err32);
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/authorization/path",schemaPath:"#/properties/authorization/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err33);
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/authorization",schemaPath:"#/properties/authorization/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err34);
errors++;
}
}
if(data.scopes !== undefined){
let data15 = data.scopes;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(Object.keys(data15).length < 1){
const err35 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/minProperties",keyword:"minProperties",params:{limit: 1},message:"must NOT have fewer than 1 properties"};
(vErrors ??= []).push(err35);
errors++;
}
for(const key4 in data15){
const _errs36 = errors;
if(typeof key4 === "string"){
if(!pattern15.test(key4)){
const err36 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[!#-\\[\\]-~]+$"},message:"must match pattern \""+"^[!#-\\[\\]-~]+$"+"\"",propertyName:key4};
(vErrors ??= []).push(err36);
errors++;
}
}
var valid4 = _errs36 === errors;
if(!valid4){
const err37 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/propertyNames",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid"};
(vErrors ??= []).push(err37);
errors++;
}
}
for(const key5 in data15){
let data16 = data15[key5];
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(data16.allows === undefined){
const err38 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/scopes/additionalProperties/required",keyword:"required",params:{missingProperty: "allows"},message:"must have required property '"+"allows"+"'"};
(vErrors ??= []).push(err38);
errors++;
}
if(data16.operations === undefined){
const err39 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/scopes/additionalProperties/required",keyword:"required",params:{missingProperty: "operations"},message:"must have required property '"+"operations"+"'"};
(vErrors ??= []).push(err39);
errors++;
}
for(const key6 in data16){
if(!((key6 === "allows") || (key6 === "operations"))){
const err40 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/scopes/additionalProperties/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties"};
(vErrors ??= []).push(err40);
errors++;
}
}
if(data16.allows !== undefined){
let data17 = data16.allows;
if(typeof data17 === "string"){
if(!pattern4.test(data17)){
const err41 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/allows",schemaPath:"#/properties/scopes/additionalProperties/properties/allows/pattern",keyword:"pattern",params:{pattern: "\\S"},message:"must match pattern \""+"\\S"+"\""};
(vErrors ??= []).push(err41);
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/allows",schemaPath:"#/properties/scopes/additionalProperties/properties/allows/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err42);
errors++;
}
}
if(data16.operations !== undefined){
let data18 = data16.operations;
if(Array.isArray(data18)){
if(data18.length < 1){
const err43 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/operations",schemaPath:"#/properties/scopes/additionalProperties/properties/operations/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err43);
errors++;
}
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(!(((((data19 === "createClientWebhook") || (data19 === "createAppWebhook")) || (data19 === "listAppWebhooks")) || (data19 === "updateAppWebhook")) || (data19 === "deleteAppWebhook"))){
const err44 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/operations/" + i0,schemaPath:"#/properties/scopes/additionalProperties/properties/operations/items/enum",keyword:"enum",params:{allowedValues: schema31.properties.scopes.additionalProperties.properties.operations.items.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err44);
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1")+"/operations",schemaPath:"#/properties/scopes/additionalProperties/properties/operations/type",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err45);
errors++;
}
}
}
else {
const err46 = {instancePath:instancePath+"/scopes/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/scopes/additionalProperties/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err46);
errors++;
}
}
}
else {
const err47 = {instancePath:instancePath+"/scopes",schemaPath:"#/properties/scopes/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err47);
errors++;
}
}
if(data.deliveries !== undefined){
let data20 = data.deliveries;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
for(const key7 in data20){
if(!(((key7 === "maxAttempts") || (key7 === "backoff")) || (key7 === "timeoutSeconds"))){
const err48 = {instancePath:instancePath+"/deliveries",schemaPath:"#/properties/deliveries/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties"};
(vErrors ??= []).push(err48);
errors++;
}
}
if(data20.maxAttempts !== undefined){
let data21 = data20.maxAttempts;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err49 = {instancePath:instancePath+"/deliveries/maxAttempts",schemaPath:"#/properties/deliveries/properties/maxAttempts/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err49);
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 100 || isNaN(data21)){
const err50 = {instancePath:instancePath+"/deliveries/maxAttempts",schemaPath:"#/properties/deliveries/properties/maxAttempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
(vErrors ??= []).push(err50);
errors++;
}
if(data21 < 1 || isNaN(data21)){
const err51 = {instancePath:instancePath+"/deliveries/maxAttempts",schemaPath:"#/properties/deliveries/properties/maxAttempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err51);
errors++;
}
}
}
if(data20.backoff !== undefined){
let data22 = data20.backoff;
if(Array.isArray(data22)){
if(data22.length < 1){
const err52 = {instancePath:instancePath+"/deliveries/backoff",schemaPath:"#/properties/deliveries/properties/backoff/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err52);
errors++;
}
const len1 = data22.length;
for(let i1=0; i1<len1; i1++){
let data23 = data22[i1];
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 1000000000 || isNaN(data23)){
const err53 = {instancePath:instancePath+"/deliveries/backoff/" + i1,schemaPath:"#/properties/deliveries/properties/backoff/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
(vErrors ??= []).push(err53);
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err54 = {instancePath:instancePath+"/deliveries/backoff/" + i1,schemaPath:"#/properties/deliveries/properties/backoff/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err54);
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/deliveries/backoff/" + i1,schemaPath:"#/properties/deliveries/properties/backoff/items/type",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err55);
errors++;
}
}
}
else {
const err56 = {instancePath:instancePath+"/deliveries/backoff",schemaPath:"#/properties/deliveries/properties/backoff/type",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err56);
errors++;
}
}
if(data20.timeoutSeconds !== undefined){
let data24 = data20.timeoutSeconds;
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 1000000000 || isNaN(data24)){
const err57 = {instancePath:instancePath+"/deliveries/timeoutSeconds",schemaPath:"#/properties/deliveries/properties/timeoutSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
(vErrors ??= []).push(err57);
errors++;
}
if(data24 <= 0 || isNaN(data24)){
const err58 = {instancePath:instancePath+"/deliveries/timeoutSeconds",schemaPath:"#/properties/deliveries/properties/timeoutSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0"};
(vErrors ??= []).push(err58);
errors++;
}
}
else {
const err59 = {instancePath:instancePath+"/deliveries/timeoutSeconds",schemaPath:"#/properties/deliveries/properties/timeoutSeconds/type",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err59);
errors++;
}
}
}
else {
const err60 = {instancePath:instancePath+"/deliveries",schemaPath:"#/properties/deliveries/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err60);
errors++;
}
}
if(data.appWebhookItem !== undefined){
let data25 = data.appWebhookItem;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.path === undefined){
const err61 = {instancePath:instancePath+"/appWebhookItem",schemaPath:"#/properties/appWebhookItem/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'"};
(vErrors ??= []).push(err61);
errors++;
}
if(data25.update === undefined){
const err62 = {instancePath:instancePath+"/appWebhookItem",schemaPath:"#/properties/appWebhookItem/required",keyword:"required",params:{missingProperty: "update"},message:"must have required property '"+"update"+"'"};
(vErrors ??= []).push(err62);
errors++;
}
if(data25.delete === undefined){
const err63 = {instancePath:instancePath+"/appWebhookItem",schemaPath:"#/properties/appWebhookItem/required",keyword:"required",params:{missingProperty: "delete"},message:"must have required property '"+"delete"+"'"};
(vErrors ??= []).push(err63);
errors++;
}
for(const key8 in data25){
if(!(((key8 === "path") || (key8 === "update")) || (key8 === "delete"))){
const err64 = {instancePath:instancePath+"/appWebhookItem",schemaPath:"#/properties/appWebhookItem/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties"};
(vErrors ??= []).push(err64);
errors++;
}
}
if(data25.path !== undefined){
let data26 = data25.path;
if(typeof data26 === "string"){
if(!pattern17.test(data26)){
const err65 = {instancePath:instancePath+"/appWebhookItem/path",schemaPath:"#/properties/appWebhookItem/properties/path/pattern",keyword:"pattern",params:{pattern: "^/(?:[\\w.~-]+/)*\\{id\\}$"},message:"must match pattern \""+"^/(?:[\\w.~-]+/)*\\{id\\}$"+"\""};
(vErrors ??= []).push(err65);
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/appWebhookItem/path",schemaPath:"#/properties/appWebhookItem/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err66);
errors++;
}
}
if(data25.update !== undefined){
let data27 = data25.update;
if(!((data27 === "put") || (data27 === "patch"))){
const err67 = {instancePath:instancePath+"/appWebhookItem/update",schemaPath:"#/properties/appWebhookItem/properties/update/enum",keyword:"enum",params:{allowedValues: schema31.properties.appWebhookItem.properties.update.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err67);
errors++;
}
}
if(data25.delete !== undefined){
if(!(data25.delete === "delete")){
const err68 = {instancePath:instancePath+"/appWebhookItem/delete",schemaPath:"#/properties/appWebhookItem/properties/delete/enum",keyword:"enum",params:{allowedValues: schema31.properties.appWebhookItem.properties.delete.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err68);
errors++;
}
}
}
else {
const err69 = {instancePath:instancePath+"/appWebhookItem",schemaPath:"#/properties/appWebhookItem/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err69);
errors++;
}
}
if(data.settings !== undefined){
let data29 = data.settings;
if(!(data29 && typeof data29 == "object" && !Array.isArray(data29))){
const err70 = {instancePath:instancePath+"/settings",schemaPath:"#/properties/settings/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err70);
errors++;
}
}
}
else {
const err71 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err71);
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

/**
 * Every fault in a file of facts. A member that is unknown is at the end of the path, with the keyword
 * additionalProperties.
 */
export function factFaults(facts: unknown): Fault[] {
  if (checkFacts(facts)) return [];
  return readable(checkFacts.errors).map((fault, i) => {
    const { additionalProperty } = checkFacts.errors[i].params;
    return additionalProperty === undefined ? fault : { ...fault, path: `${fault.path}/${additionalProperty}` };
  });
}
