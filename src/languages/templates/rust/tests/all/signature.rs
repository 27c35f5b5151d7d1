//! The verdicts of vectors/signature.json, which were computed with another tool.

use collections_contract::{SignatureError, sign, verify};

use super::{bytes, list};

#[test]
fn all_verdicts() {
    let mut signed = 0;
    for case in super::cases("signature.json", 40, &[]) {
        let id = &case["id"];
        let secrets: Vec<_> = list(&case["secrets"])
            .map(|one| String::from_utf8(bytes(one)).unwrap())
            .collect();
        let header = case["header"].as_str();
        let verdict = verify(&bytes(&case["body"]), header, &secrets);
        if let Ok(index) = verdict {
            let expected = header.map(str::to_lowercase);
            assert_eq!(sign(&bytes(&case["body"]), &secrets[index]).ok(), expected, "{id}");
            signed += 1;
        }
        let index = verdict.ok().map(|index| index as u64);
        let code = verdict.err().map(SignatureError::code);
        let expected = (case["ok"] == true, case["secretIndex"].as_u64(), case["code"].as_str());
        assert_eq!((index.is_some(), index, code), expected, "{id}");
    }
    assert!(signed > 10, "only {signed}");
}

#[test]
fn nobody_signs_with_an_empty_secret() {
    assert_eq!(sign(b"{}", ""), Err(SignatureError::SecretEmpty));
    assert_eq!(verify::<&str>(b"{}", None, &[]), Err(SignatureError::SecretEmpty));
}
