//! The verdicts of vectors/signature.json, which were computed with another tool.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use collections_contract::{SignatureError, sign, verify};
use serde_json::Value;

fn bytes(text: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(text.as_str().unwrap()).unwrap()
}

fn secrets(case: &Value) -> Vec<String> {
    let secrets = case["secrets"].as_array().unwrap().iter();
    secrets.map(|one| String::from_utf8(bytes(one)).unwrap()).collect()
}

#[test]
fn all_verdicts() {
    for case in super::cases("signature.json", 40, &[]) {
        let verdict = verify(&bytes(&case["body"]), case["header"].as_str(), &secrets(&case));
        let ok = verdict.is_ok();
        let index = verdict.ok().map(|index| index as u64);
        let code = verdict.err().map(SignatureError::code);
        let expected = (case["ok"] == true, case["secretIndex"].as_u64(), case["code"].as_str());
        assert_eq!((ok, index, code), expected, "{}", case["id"]);
    }
}

#[test]
fn signs_what_the_vectors_hold() {
    let mut signed = 0;
    for case in super::cases("signature.json", 40, &[]) {
        let Some(index) = case["secretIndex"].as_u64() else {
            continue;
        };
        let header = sign(&bytes(&case["body"]), &secrets(&case)[index as usize]).unwrap();
        assert_eq!(
            header,
            case["header"].as_str().unwrap().to_lowercase(),
            "{}",
            case["id"]
        );
        signed += 1;
    }
    assert!(signed > 10, "only {signed}");
}

#[test]
fn nobody_signs_with_an_empty_secret() {
    assert_eq!(sign(b"{}", ""), Err(SignatureError::SecretEmpty));
    assert_eq!(verify::<&str>(b"{}", None, &[]), Err(SignatureError::SecretEmpty));
}
