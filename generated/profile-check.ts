// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.
// @ts-nocheck: ajv's code below is JavaScript; the function above it is typed.
import { type Fault, faultsBy } from "./faults.ts";

/** Every fault in settings of the profile, by key; keys that no profile has are not looked at. */
export const settingFaults = (settings: Readonly<Record<string, unknown>>): Fault[] =>
  faultsBy(CHECKS.Settings, settings);

const check_Settings = validate21;
const schema6 = {"$id":"Settings","type":"object","properties":{"clientWebhookActiveMember":{"type":["string","null"],"pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"},"clientWebhookExtraMembers":{"type":"array","items":{"enum":["id","@id","createdAt"]}},"appWebhookExtraMembers":{"type":"array","items":{"enum":["id","@id","createdAt"]}},"authorizationPath":{"type":"string","pattern":"^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$","expects":"a path that begins with a slash and has no . or .. in it"},"scopeParameter":{"type":"string","pattern":"^[\\w.~-]+$","expects":"the name of a parameter"},"scopeSeparator":{"type":"string","pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"},"refreshPath":{"type":"string","pattern":"^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$","expects":"a path that begins with a slash and has no . or .. in it"},"refreshGrantType":{"type":"string","pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"},"refreshMediaType":{"enum":["application/x-www-form-urlencoded","application/json"]},"clientWebhookMediaType":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"},"operationScopes":{"type":"object","additionalProperties":{"type":"array","items":{"type":"string","pattern":"^[!#-\\[\\]-~]+$","expects":"a scope of RFC 6749, section 3.3"}}},"tokenHeader":{"type":"string","pattern":"^[\\w-]+$","expects":"the name of a header"},"tokenPrefix":{"type":"string","pattern":"^(?! )[ -~]*$","expects":"printable ASCII that does not begin with a space"},"maxAttempts":{"type":"integer","minimum":1,"maximum":100},"retryScheduleSeconds":{"type":"array","minItems":1,"items":{"type":"number","minimum":0,"maximum":1000000000}},"retryJitter":{"type":"number","minimum":0,"maximum":1},"timeoutSeconds":{"type":"number","minimum":0.05,"maximum":300},"tokenStatus":{"type":"integer","minimum":200,"maximum":203},"createClientWebhookStatus":{"type":"integer","minimum":200,"maximum":203},"createAppWebhookStatus":{"type":"integer","minimum":200,"maximum":203},"listStatus":{"type":"integer","minimum":200,"maximum":203},"malformedStatus":{"type":"integer","minimum":400,"maximum":499},"mediaTypeStatus":{"type":"integer","minimum":400,"maximum":499},"tooLargeStatus":{"type":"integer","minimum":400,"maximum":499},"validationStatus":{"type":"integer","minimum":400,"maximum":499},"urlStatus":{"type":"integer","minimum":400,"maximum":499},"unknownReferenceStatus":{"type":"integer","minimum":400,"maximum":499},"unknownAppStatus":{"type":"integer","minimum":400,"maximum":499},"unauthorizedStatus":{"type":"integer","minimum":400,"maximum":499},"forbiddenStatus":{"type":"integer","minimum":400,"maximum":499},"notFoundStatus":{"type":"integer","minimum":400,"maximum":499},"methodStatus":{"type":"integer","minimum":400,"maximum":499},"tokenErrorStatus":{"type":"integer","minimum":400,"maximum":499},"tokenClientErrorStatus":{"type":"integer","minimum":400,"maximum":499},"errorCodeCase":{"enum":["snake","upper"]},"errorFormat":{"enum":["problem","object","text"]},"tokenErrorFormat":{"enum":["rfc6749","object","text"]},"tokenMediaType":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"},"requestMediaTypes":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"}},"listEnvelope":{"type":["string","null"],"pattern":"^[ -~]*$","expects":"printable ASCII"},"listOrder":{"enum":["oldest","newest"]},"appIdType":{"enum":["integer","string"]},"iriForm":{"enum":["relative","absolute"]},"appWebhookRequired":{"type":"array","items":{"enum":["app","webhookUrl","events","responseHandlingType","active"]}},"activeDefault":{"type":"boolean"},"responseHandlingTypeDefault":{"enum":[1,2]},"unknownEvents":{"enum":["accept","refuse"]},"repeatedEvents":{"enum":["accept","refuse"]},"unknownMembers":{"enum":["accept","refuse"]},"authPort":{"enum":["same","separate"]},"responseType":{"enum":["optional","required"]},"state":{"enum":["optional","required"]},"pkce":{"enum":["optional","required"]},"deniedCode":{"type":"string","pattern":"^[ -~]+$","expects":"printable ASCII, at least one character"},"deniedDescription":{"type":"boolean"},"codeLifetimeSeconds":{"type":"number","minimum":1,"maximum":86400},"accessTokenLifetimeSeconds":{"type":"integer","minimum":1,"maximum":31536000},"refreshTokenLifetimeSeconds":{"type":["number","null"],"minimum":1,"maximum":315360000},"refreshRotation":{"type":"boolean"},"codeReuse":{"enum":["revoke","refuse"]},"tokenExtraMembers":{"type":"array","items":{"enum":["scope"]}},"tokenBasicAuthentication":{"type":"boolean"},"hexCase":{"enum":["lower","upper"]},"secretFormat":{"enum":["hex","base64url"]},"secretBytes":{"type":"integer","minimum":16,"maximum":128},"secretPrefix":{"type":"string","pattern":"^[ -~]*$","expects":"printable ASCII"},"clientDeliveryMediaType":{"type":"string","pattern":"^application\\/(?:[\\w.-]+\\+)?json(?:\\s*;[ -~]*)?$","expects":"a media type of JSON (F-6.3-02)"},"followRedirects":{"type":"boolean"},"ordering":{"enum":["none","webhook"]},"afterLastAttempt":{"enum":["keep","deactivate"]},"goneDeactivates":{"type":"boolean"},"pendingOnDeactivation":{"enum":["drop","keep"]},"appPayload":{"enum":["event","payment"]},"appTransportRetry":{"enum":["never","waiting","always"]},"appDeliveryMediaType":{"type":"string","pattern":"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$","expects":"a media type"},"timestampOffset":{"enum":["colon","plain","utc"]},"timestampFraction":{"type":"boolean"},"webhookUrlUserinfo":{"enum":["refuse","accept"]},"registrationProbe":{"type":"boolean"},"clientWebhookInitiallyActive":{"type":"boolean"},"tokenAccess":{"enum":["any","own"]},"repeatedCreate":{"enum":["create","return","refuse"]},"createAppWebhookAnswer":{"enum":["resource","reference"]}}};
const pattern0 = /* @__PURE__ */ new RegExp("^[ -~]+$", "u");
const pattern1 = /* @__PURE__ */ new RegExp("^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$", "u");
const pattern2 = /* @__PURE__ */ new RegExp("^[\\w.~-]+$", "u");
const pattern6 = /* @__PURE__ */ new RegExp("^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$", "u");
const pattern7 = /* @__PURE__ */ new RegExp("^[!#-\\[\\]-~]+$", "u");
const pattern8 = /* @__PURE__ */ new RegExp("^[\\w-]+$", "u");
const pattern9 = /* @__PURE__ */ new RegExp("^(?! )[ -~]*$", "u");
const pattern12 = /* @__PURE__ */ new RegExp("^[ -~]*$", "u");
const pattern15 = /* @__PURE__ */ new RegExp("^application\\/(?:[\\w.-]+\\+)?json(?:\\s*;[ -~]*)?$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="Settings" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.clientWebhookActiveMember !== undefined){
let data0 = data.clientWebhookActiveMember;
if((typeof data0 !== "string") && (data0 !== null)){
const err0 = {instancePath:instancePath+"/clientWebhookActiveMember",keyword:"type",params:{type: schema6.properties.clientWebhookActiveMember.type},message:"must be string,null"};
(vErrors ??= []).push(err0);
errors++;
}
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err1 = {instancePath:instancePath+"/clientWebhookActiveMember",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
(vErrors ??= []).push(err1);
errors++;
}
}
}
if(data.clientWebhookExtraMembers !== undefined){
let data1 = data.clientWebhookExtraMembers;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(!(((data2 === "id") || (data2 === "@id")) || (data2 === "createdAt"))){
const err2 = {instancePath:instancePath+"/clientWebhookExtraMembers/" + i0,keyword:"enum",params:{allowedValues: schema6.properties.clientWebhookExtraMembers.items.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/clientWebhookExtraMembers",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.appWebhookExtraMembers !== undefined){
let data3 = data.appWebhookExtraMembers;
if(Array.isArray(data3)){
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(!(((data4 === "id") || (data4 === "@id")) || (data4 === "createdAt"))){
const err4 = {instancePath:instancePath+"/appWebhookExtraMembers/" + i1,keyword:"enum",params:{allowedValues: schema6.properties.appWebhookExtraMembers.items.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/appWebhookExtraMembers",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.authorizationPath !== undefined){
let data5 = data.authorizationPath;
if(typeof data5 === "string"){
if(!pattern1.test(data5)){
const err6 = {instancePath:instancePath+"/authorizationPath",keyword:"pattern",params:{pattern: "^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$"},message:"must match pattern \""+"^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$"+"\""};
(vErrors ??= []).push(err6);
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/authorizationPath",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data.scopeParameter !== undefined){
let data6 = data.scopeParameter;
if(typeof data6 === "string"){
if(!pattern2.test(data6)){
const err8 = {instancePath:instancePath+"/scopeParameter",keyword:"pattern",params:{pattern: "^[\\w.~-]+$"},message:"must match pattern \""+"^[\\w.~-]+$"+"\""};
(vErrors ??= []).push(err8);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/scopeParameter",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data.scopeSeparator !== undefined){
let data7 = data.scopeSeparator;
if(typeof data7 === "string"){
if(!pattern0.test(data7)){
const err10 = {instancePath:instancePath+"/scopeSeparator",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/scopeSeparator",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.refreshPath !== undefined){
let data8 = data.refreshPath;
if(typeof data8 === "string"){
if(!pattern1.test(data8)){
const err12 = {instancePath:instancePath+"/refreshPath",keyword:"pattern",params:{pattern: "^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$"},message:"must match pattern \""+"^\\/(?!(?:.*\\/)?\\.\\.?(?:\\/|$))[\\w./~%@:+-]*$"+"\""};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/refreshPath",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data.refreshGrantType !== undefined){
let data9 = data.refreshGrantType;
if(typeof data9 === "string"){
if(!pattern0.test(data9)){
const err14 = {instancePath:instancePath+"/refreshGrantType",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
(vErrors ??= []).push(err14);
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/refreshGrantType",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err15);
errors++;
}
}
if(data.refreshMediaType !== undefined){
let data10 = data.refreshMediaType;
if(!((data10 === "application/x-www-form-urlencoded") || (data10 === "application/json"))){
const err16 = {instancePath:instancePath+"/refreshMediaType",keyword:"enum",params:{allowedValues: schema6.properties.refreshMediaType.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err16);
errors++;
}
}
if(data.clientWebhookMediaType !== undefined){
let data11 = data.clientWebhookMediaType;
if(typeof data11 === "string"){
if(!pattern6.test(data11)){
const err17 = {instancePath:instancePath+"/clientWebhookMediaType",keyword:"pattern",params:{pattern: "^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"},message:"must match pattern \""+"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"+"\""};
(vErrors ??= []).push(err17);
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/clientWebhookMediaType",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err18);
errors++;
}
}
if(data.operationScopes !== undefined){
let data12 = data.operationScopes;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key0 in data12){
let data13 = data12[key0];
if(Array.isArray(data13)){
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
let data14 = data13[i2];
if(typeof data14 === "string"){
if(!pattern7.test(data14)){
const err19 = {instancePath:instancePath+"/operationScopes/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,keyword:"pattern",params:{pattern: "^[!#-\\[\\]-~]+$"},message:"must match pattern \""+"^[!#-\\[\\]-~]+$"+"\""};
(vErrors ??= []).push(err19);
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/operationScopes/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err20);
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/operationScopes/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err21);
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/operationScopes",keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err22);
errors++;
}
}
if(data.tokenHeader !== undefined){
let data15 = data.tokenHeader;
if(typeof data15 === "string"){
if(!pattern8.test(data15)){
const err23 = {instancePath:instancePath+"/tokenHeader",keyword:"pattern",params:{pattern: "^[\\w-]+$"},message:"must match pattern \""+"^[\\w-]+$"+"\""};
(vErrors ??= []).push(err23);
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/tokenHeader",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err24);
errors++;
}
}
if(data.tokenPrefix !== undefined){
let data16 = data.tokenPrefix;
if(typeof data16 === "string"){
if(!pattern9.test(data16)){
const err25 = {instancePath:instancePath+"/tokenPrefix",keyword:"pattern",params:{pattern: "^(?! )[ -~]*$"},message:"must match pattern \""+"^(?! )[ -~]*$"+"\""};
(vErrors ??= []).push(err25);
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/tokenPrefix",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err26);
errors++;
}
}
if(data.maxAttempts !== undefined){
let data17 = data.maxAttempts;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
const err27 = {instancePath:instancePath+"/maxAttempts",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err27);
errors++;
}
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 100 || isNaN(data17)){
const err28 = {instancePath:instancePath+"/maxAttempts",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100"};
(vErrors ??= []).push(err28);
errors++;
}
if(data17 < 1 || isNaN(data17)){
const err29 = {instancePath:instancePath+"/maxAttempts",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err29);
errors++;
}
}
}
if(data.retryScheduleSeconds !== undefined){
let data18 = data.retryScheduleSeconds;
if(Array.isArray(data18)){
if(data18.length < 1){
const err30 = {instancePath:instancePath+"/retryScheduleSeconds",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err30);
errors++;
}
const len3 = data18.length;
for(let i3=0; i3<len3; i3++){
let data19 = data18[i3];
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 1000000000 || isNaN(data19)){
const err31 = {instancePath:instancePath+"/retryScheduleSeconds/" + i3,keyword:"maximum",params:{comparison: "<=", limit: 1000000000},message:"must be <= 1000000000"};
(vErrors ??= []).push(err31);
errors++;
}
if(data19 < 0 || isNaN(data19)){
const err32 = {instancePath:instancePath+"/retryScheduleSeconds/" + i3,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err32);
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/retryScheduleSeconds/" + i3,keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err33);
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/retryScheduleSeconds",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err34);
errors++;
}
}
if(data.retryJitter !== undefined){
let data20 = data.retryJitter;
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 1 || isNaN(data20)){
const err35 = {instancePath:instancePath+"/retryJitter",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1"};
(vErrors ??= []).push(err35);
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err36 = {instancePath:instancePath+"/retryJitter",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"};
(vErrors ??= []).push(err36);
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/retryJitter",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err37);
errors++;
}
}
if(data.timeoutSeconds !== undefined){
let data21 = data.timeoutSeconds;
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 300 || isNaN(data21)){
const err38 = {instancePath:instancePath+"/timeoutSeconds",keyword:"maximum",params:{comparison: "<=", limit: 300},message:"must be <= 300"};
(vErrors ??= []).push(err38);
errors++;
}
if(data21 < 0.05 || isNaN(data21)){
const err39 = {instancePath:instancePath+"/timeoutSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0.05},message:"must be >= 0.05"};
(vErrors ??= []).push(err39);
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/timeoutSeconds",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err40);
errors++;
}
}
if(data.tokenStatus !== undefined){
let data22 = data.tokenStatus;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err41 = {instancePath:instancePath+"/tokenStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err41);
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 203 || isNaN(data22)){
const err42 = {instancePath:instancePath+"/tokenStatus",keyword:"maximum",params:{comparison: "<=", limit: 203},message:"must be <= 203"};
(vErrors ??= []).push(err42);
errors++;
}
if(data22 < 200 || isNaN(data22)){
const err43 = {instancePath:instancePath+"/tokenStatus",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200"};
(vErrors ??= []).push(err43);
errors++;
}
}
}
if(data.createClientWebhookStatus !== undefined){
let data23 = data.createClientWebhookStatus;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err44 = {instancePath:instancePath+"/createClientWebhookStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err44);
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 203 || isNaN(data23)){
const err45 = {instancePath:instancePath+"/createClientWebhookStatus",keyword:"maximum",params:{comparison: "<=", limit: 203},message:"must be <= 203"};
(vErrors ??= []).push(err45);
errors++;
}
if(data23 < 200 || isNaN(data23)){
const err46 = {instancePath:instancePath+"/createClientWebhookStatus",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200"};
(vErrors ??= []).push(err46);
errors++;
}
}
}
if(data.createAppWebhookStatus !== undefined){
let data24 = data.createAppWebhookStatus;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err47 = {instancePath:instancePath+"/createAppWebhookStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err47);
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 203 || isNaN(data24)){
const err48 = {instancePath:instancePath+"/createAppWebhookStatus",keyword:"maximum",params:{comparison: "<=", limit: 203},message:"must be <= 203"};
(vErrors ??= []).push(err48);
errors++;
}
if(data24 < 200 || isNaN(data24)){
const err49 = {instancePath:instancePath+"/createAppWebhookStatus",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200"};
(vErrors ??= []).push(err49);
errors++;
}
}
}
if(data.listStatus !== undefined){
let data25 = data.listStatus;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
const err50 = {instancePath:instancePath+"/listStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err50);
errors++;
}
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 203 || isNaN(data25)){
const err51 = {instancePath:instancePath+"/listStatus",keyword:"maximum",params:{comparison: "<=", limit: 203},message:"must be <= 203"};
(vErrors ??= []).push(err51);
errors++;
}
if(data25 < 200 || isNaN(data25)){
const err52 = {instancePath:instancePath+"/listStatus",keyword:"minimum",params:{comparison: ">=", limit: 200},message:"must be >= 200"};
(vErrors ??= []).push(err52);
errors++;
}
}
}
if(data.malformedStatus !== undefined){
let data26 = data.malformedStatus;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err53 = {instancePath:instancePath+"/malformedStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err53);
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 499 || isNaN(data26)){
const err54 = {instancePath:instancePath+"/malformedStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err54);
errors++;
}
if(data26 < 400 || isNaN(data26)){
const err55 = {instancePath:instancePath+"/malformedStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err55);
errors++;
}
}
}
if(data.mediaTypeStatus !== undefined){
let data27 = data.mediaTypeStatus;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
const err56 = {instancePath:instancePath+"/mediaTypeStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err56);
errors++;
}
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 499 || isNaN(data27)){
const err57 = {instancePath:instancePath+"/mediaTypeStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err57);
errors++;
}
if(data27 < 400 || isNaN(data27)){
const err58 = {instancePath:instancePath+"/mediaTypeStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err58);
errors++;
}
}
}
if(data.tooLargeStatus !== undefined){
let data28 = data.tooLargeStatus;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
const err59 = {instancePath:instancePath+"/tooLargeStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err59);
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 499 || isNaN(data28)){
const err60 = {instancePath:instancePath+"/tooLargeStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err60);
errors++;
}
if(data28 < 400 || isNaN(data28)){
const err61 = {instancePath:instancePath+"/tooLargeStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err61);
errors++;
}
}
}
if(data.validationStatus !== undefined){
let data29 = data.validationStatus;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err62 = {instancePath:instancePath+"/validationStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err62);
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 499 || isNaN(data29)){
const err63 = {instancePath:instancePath+"/validationStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err63);
errors++;
}
if(data29 < 400 || isNaN(data29)){
const err64 = {instancePath:instancePath+"/validationStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err64);
errors++;
}
}
}
if(data.urlStatus !== undefined){
let data30 = data.urlStatus;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err65 = {instancePath:instancePath+"/urlStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err65);
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 499 || isNaN(data30)){
const err66 = {instancePath:instancePath+"/urlStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err66);
errors++;
}
if(data30 < 400 || isNaN(data30)){
const err67 = {instancePath:instancePath+"/urlStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err67);
errors++;
}
}
}
if(data.unknownReferenceStatus !== undefined){
let data31 = data.unknownReferenceStatus;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err68 = {instancePath:instancePath+"/unknownReferenceStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err68);
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 499 || isNaN(data31)){
const err69 = {instancePath:instancePath+"/unknownReferenceStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err69);
errors++;
}
if(data31 < 400 || isNaN(data31)){
const err70 = {instancePath:instancePath+"/unknownReferenceStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err70);
errors++;
}
}
}
if(data.unknownAppStatus !== undefined){
let data32 = data.unknownAppStatus;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err71 = {instancePath:instancePath+"/unknownAppStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err71);
errors++;
}
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 499 || isNaN(data32)){
const err72 = {instancePath:instancePath+"/unknownAppStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err72);
errors++;
}
if(data32 < 400 || isNaN(data32)){
const err73 = {instancePath:instancePath+"/unknownAppStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err73);
errors++;
}
}
}
if(data.unauthorizedStatus !== undefined){
let data33 = data.unauthorizedStatus;
if(!(((typeof data33 == "number") && (!(data33 % 1) && !isNaN(data33))) && (isFinite(data33)))){
const err74 = {instancePath:instancePath+"/unauthorizedStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err74);
errors++;
}
if((typeof data33 == "number") && (isFinite(data33))){
if(data33 > 499 || isNaN(data33)){
const err75 = {instancePath:instancePath+"/unauthorizedStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err75);
errors++;
}
if(data33 < 400 || isNaN(data33)){
const err76 = {instancePath:instancePath+"/unauthorizedStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err76);
errors++;
}
}
}
if(data.forbiddenStatus !== undefined){
let data34 = data.forbiddenStatus;
if(!(((typeof data34 == "number") && (!(data34 % 1) && !isNaN(data34))) && (isFinite(data34)))){
const err77 = {instancePath:instancePath+"/forbiddenStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err77);
errors++;
}
if((typeof data34 == "number") && (isFinite(data34))){
if(data34 > 499 || isNaN(data34)){
const err78 = {instancePath:instancePath+"/forbiddenStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err78);
errors++;
}
if(data34 < 400 || isNaN(data34)){
const err79 = {instancePath:instancePath+"/forbiddenStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err79);
errors++;
}
}
}
if(data.notFoundStatus !== undefined){
let data35 = data.notFoundStatus;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err80 = {instancePath:instancePath+"/notFoundStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err80);
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 499 || isNaN(data35)){
const err81 = {instancePath:instancePath+"/notFoundStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err81);
errors++;
}
if(data35 < 400 || isNaN(data35)){
const err82 = {instancePath:instancePath+"/notFoundStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err82);
errors++;
}
}
}
if(data.methodStatus !== undefined){
let data36 = data.methodStatus;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
const err83 = {instancePath:instancePath+"/methodStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err83);
errors++;
}
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 499 || isNaN(data36)){
const err84 = {instancePath:instancePath+"/methodStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err84);
errors++;
}
if(data36 < 400 || isNaN(data36)){
const err85 = {instancePath:instancePath+"/methodStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err85);
errors++;
}
}
}
if(data.tokenErrorStatus !== undefined){
let data37 = data.tokenErrorStatus;
if(!(((typeof data37 == "number") && (!(data37 % 1) && !isNaN(data37))) && (isFinite(data37)))){
const err86 = {instancePath:instancePath+"/tokenErrorStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err86);
errors++;
}
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 > 499 || isNaN(data37)){
const err87 = {instancePath:instancePath+"/tokenErrorStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err87);
errors++;
}
if(data37 < 400 || isNaN(data37)){
const err88 = {instancePath:instancePath+"/tokenErrorStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err88);
errors++;
}
}
}
if(data.tokenClientErrorStatus !== undefined){
let data38 = data.tokenClientErrorStatus;
if(!(((typeof data38 == "number") && (!(data38 % 1) && !isNaN(data38))) && (isFinite(data38)))){
const err89 = {instancePath:instancePath+"/tokenClientErrorStatus",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err89);
errors++;
}
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 > 499 || isNaN(data38)){
const err90 = {instancePath:instancePath+"/tokenClientErrorStatus",keyword:"maximum",params:{comparison: "<=", limit: 499},message:"must be <= 499"};
(vErrors ??= []).push(err90);
errors++;
}
if(data38 < 400 || isNaN(data38)){
const err91 = {instancePath:instancePath+"/tokenClientErrorStatus",keyword:"minimum",params:{comparison: ">=", limit: 400},message:"must be >= 400"};
(vErrors ??= []).push(err91);
errors++;
}
}
}
if(data.errorCodeCase !== undefined){
let data39 = data.errorCodeCase;
if(!((data39 === "snake") || (data39 === "upper"))){
const err92 = {instancePath:instancePath+"/errorCodeCase",keyword:"enum",params:{allowedValues: schema6.properties.errorCodeCase.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err92);
errors++;
}
}
if(data.errorFormat !== undefined){
let data40 = data.errorFormat;
if(!(((data40 === "problem") || (data40 === "object")) || (data40 === "text"))){
const err93 = {instancePath:instancePath+"/errorFormat",keyword:"enum",params:{allowedValues: schema6.properties.errorFormat.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err93);
errors++;
}
}
if(data.tokenErrorFormat !== undefined){
let data41 = data.tokenErrorFormat;
if(!(((data41 === "rfc6749") || (data41 === "object")) || (data41 === "text"))){
const err94 = {instancePath:instancePath+"/tokenErrorFormat",keyword:"enum",params:{allowedValues: schema6.properties.tokenErrorFormat.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err94);
errors++;
}
}
if(data.tokenMediaType !== undefined){
let data42 = data.tokenMediaType;
if(typeof data42 === "string"){
if(!pattern6.test(data42)){
const err95 = {instancePath:instancePath+"/tokenMediaType",keyword:"pattern",params:{pattern: "^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"},message:"must match pattern \""+"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"+"\""};
(vErrors ??= []).push(err95);
errors++;
}
}
else {
const err96 = {instancePath:instancePath+"/tokenMediaType",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err96);
errors++;
}
}
if(data.requestMediaTypes !== undefined){
let data43 = data.requestMediaTypes;
if(Array.isArray(data43)){
if(data43.length < 1){
const err97 = {instancePath:instancePath+"/requestMediaTypes",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items"};
(vErrors ??= []).push(err97);
errors++;
}
const len4 = data43.length;
for(let i4=0; i4<len4; i4++){
let data44 = data43[i4];
if(typeof data44 === "string"){
if(!pattern6.test(data44)){
const err98 = {instancePath:instancePath+"/requestMediaTypes/" + i4,keyword:"pattern",params:{pattern: "^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"},message:"must match pattern \""+"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"+"\""};
(vErrors ??= []).push(err98);
errors++;
}
}
else {
const err99 = {instancePath:instancePath+"/requestMediaTypes/" + i4,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err99);
errors++;
}
}
}
else {
const err100 = {instancePath:instancePath+"/requestMediaTypes",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err100);
errors++;
}
}
if(data.listEnvelope !== undefined){
let data45 = data.listEnvelope;
if((typeof data45 !== "string") && (data45 !== null)){
const err101 = {instancePath:instancePath+"/listEnvelope",keyword:"type",params:{type: schema6.properties.listEnvelope.type},message:"must be string,null"};
(vErrors ??= []).push(err101);
errors++;
}
if(typeof data45 === "string"){
if(!pattern12.test(data45)){
const err102 = {instancePath:instancePath+"/listEnvelope",keyword:"pattern",params:{pattern: "^[ -~]*$"},message:"must match pattern \""+"^[ -~]*$"+"\""};
(vErrors ??= []).push(err102);
errors++;
}
}
}
if(data.listOrder !== undefined){
let data46 = data.listOrder;
if(!((data46 === "oldest") || (data46 === "newest"))){
const err103 = {instancePath:instancePath+"/listOrder",keyword:"enum",params:{allowedValues: schema6.properties.listOrder.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err103);
errors++;
}
}
if(data.appIdType !== undefined){
let data47 = data.appIdType;
if(!((data47 === "integer") || (data47 === "string"))){
const err104 = {instancePath:instancePath+"/appIdType",keyword:"enum",params:{allowedValues: schema6.properties.appIdType.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err104);
errors++;
}
}
if(data.iriForm !== undefined){
let data48 = data.iriForm;
if(!((data48 === "relative") || (data48 === "absolute"))){
const err105 = {instancePath:instancePath+"/iriForm",keyword:"enum",params:{allowedValues: schema6.properties.iriForm.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err105);
errors++;
}
}
if(data.appWebhookRequired !== undefined){
let data49 = data.appWebhookRequired;
if(Array.isArray(data49)){
const len5 = data49.length;
for(let i5=0; i5<len5; i5++){
let data50 = data49[i5];
if(!(((((data50 === "app") || (data50 === "webhookUrl")) || (data50 === "events")) || (data50 === "responseHandlingType")) || (data50 === "active"))){
const err106 = {instancePath:instancePath+"/appWebhookRequired/" + i5,keyword:"enum",params:{allowedValues: schema6.properties.appWebhookRequired.items.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err106);
errors++;
}
}
}
else {
const err107 = {instancePath:instancePath+"/appWebhookRequired",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err107);
errors++;
}
}
if(data.activeDefault !== undefined){
if(typeof data.activeDefault !== "boolean"){
const err108 = {instancePath:instancePath+"/activeDefault",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err108);
errors++;
}
}
if(data.responseHandlingTypeDefault !== undefined){
let data52 = data.responseHandlingTypeDefault;
if(!((data52 === 1) || (data52 === 2))){
const err109 = {instancePath:instancePath+"/responseHandlingTypeDefault",keyword:"enum",params:{allowedValues: schema6.properties.responseHandlingTypeDefault.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err109);
errors++;
}
}
if(data.unknownEvents !== undefined){
let data53 = data.unknownEvents;
if(!((data53 === "accept") || (data53 === "refuse"))){
const err110 = {instancePath:instancePath+"/unknownEvents",keyword:"enum",params:{allowedValues: schema6.properties.unknownEvents.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err110);
errors++;
}
}
if(data.repeatedEvents !== undefined){
let data54 = data.repeatedEvents;
if(!((data54 === "accept") || (data54 === "refuse"))){
const err111 = {instancePath:instancePath+"/repeatedEvents",keyword:"enum",params:{allowedValues: schema6.properties.repeatedEvents.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err111);
errors++;
}
}
if(data.unknownMembers !== undefined){
let data55 = data.unknownMembers;
if(!((data55 === "accept") || (data55 === "refuse"))){
const err112 = {instancePath:instancePath+"/unknownMembers",keyword:"enum",params:{allowedValues: schema6.properties.unknownMembers.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err112);
errors++;
}
}
if(data.authPort !== undefined){
let data56 = data.authPort;
if(!((data56 === "same") || (data56 === "separate"))){
const err113 = {instancePath:instancePath+"/authPort",keyword:"enum",params:{allowedValues: schema6.properties.authPort.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err113);
errors++;
}
}
if(data.responseType !== undefined){
let data57 = data.responseType;
if(!((data57 === "optional") || (data57 === "required"))){
const err114 = {instancePath:instancePath+"/responseType",keyword:"enum",params:{allowedValues: schema6.properties.responseType.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err114);
errors++;
}
}
if(data.state !== undefined){
let data58 = data.state;
if(!((data58 === "optional") || (data58 === "required"))){
const err115 = {instancePath:instancePath+"/state",keyword:"enum",params:{allowedValues: schema6.properties.state.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err115);
errors++;
}
}
if(data.pkce !== undefined){
let data59 = data.pkce;
if(!((data59 === "optional") || (data59 === "required"))){
const err116 = {instancePath:instancePath+"/pkce",keyword:"enum",params:{allowedValues: schema6.properties.pkce.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err116);
errors++;
}
}
if(data.deniedCode !== undefined){
let data60 = data.deniedCode;
if(typeof data60 === "string"){
if(!pattern0.test(data60)){
const err117 = {instancePath:instancePath+"/deniedCode",keyword:"pattern",params:{pattern: "^[ -~]+$"},message:"must match pattern \""+"^[ -~]+$"+"\""};
(vErrors ??= []).push(err117);
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/deniedCode",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err118);
errors++;
}
}
if(data.deniedDescription !== undefined){
if(typeof data.deniedDescription !== "boolean"){
const err119 = {instancePath:instancePath+"/deniedDescription",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err119);
errors++;
}
}
if(data.codeLifetimeSeconds !== undefined){
let data62 = data.codeLifetimeSeconds;
if((typeof data62 == "number") && (isFinite(data62))){
if(data62 > 86400 || isNaN(data62)){
const err120 = {instancePath:instancePath+"/codeLifetimeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 86400},message:"must be <= 86400"};
(vErrors ??= []).push(err120);
errors++;
}
if(data62 < 1 || isNaN(data62)){
const err121 = {instancePath:instancePath+"/codeLifetimeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err121);
errors++;
}
}
else {
const err122 = {instancePath:instancePath+"/codeLifetimeSeconds",keyword:"type",params:{type: "number"},message:"must be number"};
(vErrors ??= []).push(err122);
errors++;
}
}
if(data.accessTokenLifetimeSeconds !== undefined){
let data63 = data.accessTokenLifetimeSeconds;
if(!(((typeof data63 == "number") && (!(data63 % 1) && !isNaN(data63))) && (isFinite(data63)))){
const err123 = {instancePath:instancePath+"/accessTokenLifetimeSeconds",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err123);
errors++;
}
if((typeof data63 == "number") && (isFinite(data63))){
if(data63 > 31536000 || isNaN(data63)){
const err124 = {instancePath:instancePath+"/accessTokenLifetimeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 31536000},message:"must be <= 31536000"};
(vErrors ??= []).push(err124);
errors++;
}
if(data63 < 1 || isNaN(data63)){
const err125 = {instancePath:instancePath+"/accessTokenLifetimeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err125);
errors++;
}
}
}
if(data.refreshTokenLifetimeSeconds !== undefined){
let data64 = data.refreshTokenLifetimeSeconds;
if((!((typeof data64 == "number") && (isFinite(data64)))) && (data64 !== null)){
const err126 = {instancePath:instancePath+"/refreshTokenLifetimeSeconds",keyword:"type",params:{type: schema6.properties.refreshTokenLifetimeSeconds.type},message:"must be number,null"};
(vErrors ??= []).push(err126);
errors++;
}
if((typeof data64 == "number") && (isFinite(data64))){
if(data64 > 315360000 || isNaN(data64)){
const err127 = {instancePath:instancePath+"/refreshTokenLifetimeSeconds",keyword:"maximum",params:{comparison: "<=", limit: 315360000},message:"must be <= 315360000"};
(vErrors ??= []).push(err127);
errors++;
}
if(data64 < 1 || isNaN(data64)){
const err128 = {instancePath:instancePath+"/refreshTokenLifetimeSeconds",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"};
(vErrors ??= []).push(err128);
errors++;
}
}
}
if(data.refreshRotation !== undefined){
if(typeof data.refreshRotation !== "boolean"){
const err129 = {instancePath:instancePath+"/refreshRotation",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err129);
errors++;
}
}
if(data.codeReuse !== undefined){
let data66 = data.codeReuse;
if(!((data66 === "revoke") || (data66 === "refuse"))){
const err130 = {instancePath:instancePath+"/codeReuse",keyword:"enum",params:{allowedValues: schema6.properties.codeReuse.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err130);
errors++;
}
}
if(data.tokenExtraMembers !== undefined){
let data67 = data.tokenExtraMembers;
if(Array.isArray(data67)){
const len6 = data67.length;
for(let i6=0; i6<len6; i6++){
if(!(data67[i6] === "scope")){
const err131 = {instancePath:instancePath+"/tokenExtraMembers/" + i6,keyword:"enum",params:{allowedValues: schema6.properties.tokenExtraMembers.items.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err131);
errors++;
}
}
}
else {
const err132 = {instancePath:instancePath+"/tokenExtraMembers",keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err132);
errors++;
}
}
if(data.tokenBasicAuthentication !== undefined){
if(typeof data.tokenBasicAuthentication !== "boolean"){
const err133 = {instancePath:instancePath+"/tokenBasicAuthentication",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err133);
errors++;
}
}
if(data.hexCase !== undefined){
let data70 = data.hexCase;
if(!((data70 === "lower") || (data70 === "upper"))){
const err134 = {instancePath:instancePath+"/hexCase",keyword:"enum",params:{allowedValues: schema6.properties.hexCase.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err134);
errors++;
}
}
if(data.secretFormat !== undefined){
let data71 = data.secretFormat;
if(!((data71 === "hex") || (data71 === "base64url"))){
const err135 = {instancePath:instancePath+"/secretFormat",keyword:"enum",params:{allowedValues: schema6.properties.secretFormat.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err135);
errors++;
}
}
if(data.secretBytes !== undefined){
let data72 = data.secretBytes;
if(!(((typeof data72 == "number") && (!(data72 % 1) && !isNaN(data72))) && (isFinite(data72)))){
const err136 = {instancePath:instancePath+"/secretBytes",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err136);
errors++;
}
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 > 128 || isNaN(data72)){
const err137 = {instancePath:instancePath+"/secretBytes",keyword:"maximum",params:{comparison: "<=", limit: 128},message:"must be <= 128"};
(vErrors ??= []).push(err137);
errors++;
}
if(data72 < 16 || isNaN(data72)){
const err138 = {instancePath:instancePath+"/secretBytes",keyword:"minimum",params:{comparison: ">=", limit: 16},message:"must be >= 16"};
(vErrors ??= []).push(err138);
errors++;
}
}
}
if(data.secretPrefix !== undefined){
let data73 = data.secretPrefix;
if(typeof data73 === "string"){
if(!pattern12.test(data73)){
const err139 = {instancePath:instancePath+"/secretPrefix",keyword:"pattern",params:{pattern: "^[ -~]*$"},message:"must match pattern \""+"^[ -~]*$"+"\""};
(vErrors ??= []).push(err139);
errors++;
}
}
else {
const err140 = {instancePath:instancePath+"/secretPrefix",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err140);
errors++;
}
}
if(data.clientDeliveryMediaType !== undefined){
let data74 = data.clientDeliveryMediaType;
if(typeof data74 === "string"){
if(!pattern15.test(data74)){
const err141 = {instancePath:instancePath+"/clientDeliveryMediaType",keyword:"pattern",params:{pattern: "^application\\/(?:[\\w.-]+\\+)?json(?:\\s*;[ -~]*)?$"},message:"must match pattern \""+"^application\\/(?:[\\w.-]+\\+)?json(?:\\s*;[ -~]*)?$"+"\""};
(vErrors ??= []).push(err141);
errors++;
}
}
else {
const err142 = {instancePath:instancePath+"/clientDeliveryMediaType",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err142);
errors++;
}
}
if(data.followRedirects !== undefined){
if(typeof data.followRedirects !== "boolean"){
const err143 = {instancePath:instancePath+"/followRedirects",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err143);
errors++;
}
}
if(data.ordering !== undefined){
let data76 = data.ordering;
if(!((data76 === "none") || (data76 === "webhook"))){
const err144 = {instancePath:instancePath+"/ordering",keyword:"enum",params:{allowedValues: schema6.properties.ordering.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err144);
errors++;
}
}
if(data.afterLastAttempt !== undefined){
let data77 = data.afterLastAttempt;
if(!((data77 === "keep") || (data77 === "deactivate"))){
const err145 = {instancePath:instancePath+"/afterLastAttempt",keyword:"enum",params:{allowedValues: schema6.properties.afterLastAttempt.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err145);
errors++;
}
}
if(data.goneDeactivates !== undefined){
if(typeof data.goneDeactivates !== "boolean"){
const err146 = {instancePath:instancePath+"/goneDeactivates",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err146);
errors++;
}
}
if(data.pendingOnDeactivation !== undefined){
let data79 = data.pendingOnDeactivation;
if(!((data79 === "drop") || (data79 === "keep"))){
const err147 = {instancePath:instancePath+"/pendingOnDeactivation",keyword:"enum",params:{allowedValues: schema6.properties.pendingOnDeactivation.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err147);
errors++;
}
}
if(data.appPayload !== undefined){
let data80 = data.appPayload;
if(!((data80 === "event") || (data80 === "payment"))){
const err148 = {instancePath:instancePath+"/appPayload",keyword:"enum",params:{allowedValues: schema6.properties.appPayload.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err148);
errors++;
}
}
if(data.appTransportRetry !== undefined){
let data81 = data.appTransportRetry;
if(!(((data81 === "never") || (data81 === "waiting")) || (data81 === "always"))){
const err149 = {instancePath:instancePath+"/appTransportRetry",keyword:"enum",params:{allowedValues: schema6.properties.appTransportRetry.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err149);
errors++;
}
}
if(data.appDeliveryMediaType !== undefined){
let data82 = data.appDeliveryMediaType;
if(typeof data82 === "string"){
if(!pattern6.test(data82)){
const err150 = {instancePath:instancePath+"/appDeliveryMediaType",keyword:"pattern",params:{pattern: "^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"},message:"must match pattern \""+"^[\\w.+-]+\\/[\\w.+-]+(?:\\s*;[ -~]*)?$"+"\""};
(vErrors ??= []).push(err150);
errors++;
}
}
else {
const err151 = {instancePath:instancePath+"/appDeliveryMediaType",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err151);
errors++;
}
}
if(data.timestampOffset !== undefined){
let data83 = data.timestampOffset;
if(!(((data83 === "colon") || (data83 === "plain")) || (data83 === "utc"))){
const err152 = {instancePath:instancePath+"/timestampOffset",keyword:"enum",params:{allowedValues: schema6.properties.timestampOffset.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err152);
errors++;
}
}
if(data.timestampFraction !== undefined){
if(typeof data.timestampFraction !== "boolean"){
const err153 = {instancePath:instancePath+"/timestampFraction",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err153);
errors++;
}
}
if(data.webhookUrlUserinfo !== undefined){
let data85 = data.webhookUrlUserinfo;
if(!((data85 === "refuse") || (data85 === "accept"))){
const err154 = {instancePath:instancePath+"/webhookUrlUserinfo",keyword:"enum",params:{allowedValues: schema6.properties.webhookUrlUserinfo.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err154);
errors++;
}
}
if(data.registrationProbe !== undefined){
if(typeof data.registrationProbe !== "boolean"){
const err155 = {instancePath:instancePath+"/registrationProbe",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err155);
errors++;
}
}
if(data.clientWebhookInitiallyActive !== undefined){
if(typeof data.clientWebhookInitiallyActive !== "boolean"){
const err156 = {instancePath:instancePath+"/clientWebhookInitiallyActive",keyword:"type",params:{type: "boolean"},message:"must be boolean"};
(vErrors ??= []).push(err156);
errors++;
}
}
if(data.tokenAccess !== undefined){
let data88 = data.tokenAccess;
if(!((data88 === "any") || (data88 === "own"))){
const err157 = {instancePath:instancePath+"/tokenAccess",keyword:"enum",params:{allowedValues: schema6.properties.tokenAccess.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err157);
errors++;
}
}
if(data.repeatedCreate !== undefined){
let data89 = data.repeatedCreate;
if(!(((data89 === "create") || (data89 === "return")) || (data89 === "refuse"))){
const err158 = {instancePath:instancePath+"/repeatedCreate",keyword:"enum",params:{allowedValues: schema6.properties.repeatedCreate.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err158);
errors++;
}
}
if(data.createAppWebhookAnswer !== undefined){
let data90 = data.createAppWebhookAnswer;
if(!((data90 === "resource") || (data90 === "reference"))){
const err159 = {instancePath:instancePath+"/createAppWebhookAnswer",keyword:"enum",params:{allowedValues: schema6.properties.createAppWebhookAnswer.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err159);
errors++;
}
}
}
else {
const err160 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err160);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}


const CHECKS = { Settings: check_Settings };
