//! Error reports of browsers, from the shop's own scripts and the content security policy. They are counted
//! and logged without personal data: fixed words, a page's pattern, the name of a hashed file.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::State,
    http::{StatusCode, Uri},
};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use web::{
    Error,
    answer::Refusal,
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::rate_limits::{Limited, Reports},
    site::{pages::Pages, serving::Site},
};

/// The path for reports of the content security policy.
pub(crate) const POLICY_REPORTS: &str = "/api/v1/client-errors/policy";

/// The most violations read from one report; more add no information.
const MOST_VIOLATIONS: usize = 10;

/// The largest policy report, in bytes; browsers shorten long addresses themselves.
const LONGEST_REPORT: usize = 16 * 1024;

/// The directives of the shop's policy.
const DIRECTIVES: [&str; 10] = [
    "script-src-elem",
    "script-src-attr",
    "script-src",
    "style-src-elem",
    "style-src-attr",
    "style-src",
    "img-src",
    "font-src",
    "connect-src",
    "frame-src",
];

/// An error report of a page's script.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClientError {
    kind: Kind,
    /// The page's path; only its pattern is kept.
    #[schema(example = "/cart")]
    page: String,
    /// The script or style sheet, by its hashed name; absent if no file is known.
    #[schema(
        example = "shop-BTLMXnbh.js",
        pattern = "^$|^[A-Za-z0-9_.-]*-[A-Za-z0-9_-]{8}\\.(js|css)$"
    )]
    file: Option<String>,
    /// The line in the file; 0 if unknown.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(format = Int64, maximum = 4_294_967_295_u32)]
    line: u32,
    /// The build of the page: the hash of its first script.
    #[schema(example = "DhO4RsRd", pattern = "^[A-Za-z0-9_-]{8}$")]
    build: String,
}

/// The kind of error.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// An uncaught error.
    Error,
    /// An unhandled promise rejection.
    Rejection,
    /// A script or style sheet that failed to load after all retries.
    Part,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Rejection => "rejection",
            Self::Part => "part",
        }
    }
}

/// Accepts an error report of a page's script.
///
/// Sent by the shop's own pages; at most 30 per minute from one client.
#[utoipa::path(
    post,
    path = "/api/v1/client-errors",
    tag = "client errors",
    operation_id = "reportClientError",
    request_body = ClientError,
    responses(
        (status = 204, description = "Noted"),
        (status = 400, description = "The body is not JSON or has another shape", body = Refusal),
        (status = 413, description = "The body is larger than 64 KiB", body = Refusal),
        (status = 415, description = "The body is not sent as JSON", body = Refusal),
        (status = 422, description = "A value is not what pages send", body = Refusal),
        (status = 429, description = "Too many requests; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn report(
    State(site): State<Arc<Site>>,
    _: Limited<Reports>,
    JsonBody(input): JsonBody<ClientError>,
) -> Result<StatusCode, Error> {
    let file = input.file.as_deref().unwrap_or_default();
    if !file.is_empty() && !is_hashed_file(file) {
        return Err(malformed(
            "file",
            "must be the name of a file of the build, or left out",
        ));
    }
    if !is_hash(&input.build) {
        return Err(malformed("build", "must be the hash of the first script"));
    }
    let pages = site.pages().await.ok();
    let page = page_of(pages.as_deref(), &input.page);
    count(input.kind.name());
    let (kind, line, build) = (input.kind.name(), input.line, input.build);
    tracing::warn!(kind, page, file, line, build, "error of a page reported");
    Ok(StatusCode::NO_CONTENT)
}

/// Accepts reports of the content security policy, in either of the two formats of browsers.
#[utoipa::path(
    post,
    path = "/api/v1/client-errors/policy",
    tag = "client errors",
    operation_id = "reportPolicyViolation",
    request_body(content = Value, content_type = "application/reports+json"),
    responses(
        (status = 204, description = "Noted"),
        (status = 400, description = "The body is not a report", body = Refusal),
        (status = 413, description = "The body is larger than 16 KiB", body = Refusal),
        (status = 429, description = "Too many requests; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn report_policy(
    State(site): State<Arc<Site>>,
    _: Limited<Reports>,
    body: Bytes,
) -> Result<StatusCode, Error> {
    if body.len() > LONGEST_REPORT {
        let message = "The report is too large: send at most 16 KiB.";
        return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    let violations = violations(&body)
        .ok_or_else(|| Error::new(StatusCode::BAD_REQUEST, "The body is no report of a browser."))?;
    let pages = site.pages().await.ok();
    for Violation {
        document,
        directive,
        blocked,
    } in violations.into_iter().take(MOST_VIOLATIONS)
    {
        let path = document.parse::<Uri>().ok();
        let page = page_of(pages.as_deref(), path.as_ref().map_or("", Uri::path));
        let directive = known_directive(&directive);
        let blocked = source(&blocked, site.origin());
        count("policy");
        tracing::warn!(
            kind = "policy",
            page,
            directive,
            blocked,
            "violation of the content security policy reported"
        );
    }
    Ok(StatusCode::NO_CONTENT)
}

fn count(kind: &'static str) {
    metrics::counter!("client_errors_total", "kind" => kind).increment(1);
}

fn malformed(field: &'static str, message: &'static str) -> Error {
    Error::field(
        StatusCode::UNPROCESSABLE_ENTITY,
        field,
        Rule::Malformed.says(message),
    )
}

/// The pattern of a page, which contains no personal data; `other` for an unknown path.
fn page_of<'a>(pages: Option<&'a Pages>, path: &'a str) -> &'a str {
    let found = pages.and_then(|pages| pages.find(path));
    found.map_or("other", |found| found.pattern)
}

/// Whether the name is a hashed file of the bundler, such as `shop-BTLMXnbh.js`.
fn is_hashed_file(name: &str) -> bool {
    let Some((stem, extension)) = name.rsplit_once('.') else {
        return false;
    };
    let hash = stem
        .len()
        .checked_sub(HASH)
        .and_then(|at| stem.split_at_checked(at));
    let Some((name, hash)) = hash else { return false };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    ["js", "css"].contains(&extension)
        && name.len() <= 64
        && name.ends_with('-')
        && name.bytes().all(is_plain)
        && is_hash(hash)
}

/// Characters of the hash in a file name.
const HASH: usize = 8;

fn is_hash(text: &str) -> bool {
    text.len() == HASH
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
}

/// A violation of the policy, as the browser reports it.
#[derive(Debug, PartialEq, Eq)]
struct Violation {
    document: String,
    directive: String,
    blocked: String,
}

/// Parses the violations of a report: an array of the Reporting API, or the single object of older browsers.
fn violations(body: &[u8]) -> Option<Vec<Violation>> {
    let violation = |report: &Value, [document, directive, blocked]: [&str; 3]| {
        let text = |name: &str| report[name].as_str().unwrap_or_default().to_owned();
        Violation {
            document: text(document),
            directive: text(directive),
            blocked: text(blocked),
        }
    };
    match serde_json::from_slice(body).ok()? {
        Value::Array(reports) => {
            let of_policy = reports.iter().filter(|report| report["type"] == "csp-violation");
            let names = ["documentURL", "effectiveDirective", "blockedURL"];
            Some(
                of_policy
                    .map(|report| violation(&report["body"], names))
                    .collect(),
            )
        }
        Value::Object(report) => {
            let names = ["document-uri", "effective-directive", "blocked-uri"];
            Some(vec![violation(report.get("csp-report")?, names)])
        }
        _ => None,
    }
}

fn known_directive(directive: &str) -> &'static str {
    let known = DIRECTIVES.into_iter().find(|known| *known == directive);
    known.unwrap_or("other")
}

/// The kind of the blocked source, because its address may contain personal data.
fn source(blocked: &str, origin: &str) -> &'static str {
    let kinds = ["inline", "eval", "wasm-eval", "data", "blob"];
    let is_own = blocked
        .strip_prefix(origin)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    match kinds
        .into_iter()
        .find(|kind| blocked.split(':').next() == Some(*kind))
    {
        Some(kind) => kind,
        None if is_own => "own",
        None => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_bundler_are_files() {
        for name in [
            "shop-BTLMXnbh.js",
            "use_form-7qj2rADA.js",
            "page-a_b-c1D2.css",
            "fuse.basic-CndbO3QB.js",
        ] {
            assert!(is_hashed_file(name), "{name}");
        }
        for name in [
            "",
            "shop.js",
            "shop-BTLMXnbh",
            "shop-BTLMXnbh.html",
            "a/shop-BTLMXnbh.js",
            "shop-BTLM nbh.js",
            "asha@gmail.com-BTLMXnbh.js",
            "-.js",
            "é-BTLMXnbé.js",
            "shop-BTLMXnbh.js?q=asha",
        ] {
            assert!(!is_hashed_file(name), "{name}");
        }
    }

    #[test]
    fn both_forms_of_a_report_are_read() {
        let expected = || {
            vec![Violation {
                document: "https://shop.example/cart?q=asha".to_owned(),
                directive: "script-src-elem".to_owned(),
                blocked: "inline".to_owned(),
            }]
        };
        let new = br#"[{"type":"deprecation","body":{}},{"type":"csp-violation","body":{"documentURL":
            "https://shop.example/cart?q=asha","effectiveDirective":"script-src-elem","blockedURL":"inline"}}]"#;
        assert_eq!(violations(new), Some(expected()));
        let old = br#"{"csp-report":{"document-uri":"https://shop.example/cart?q=asha",
            "effective-directive":"script-src-elem","blocked-uri":"inline"}}"#;
        assert_eq!(violations(old), Some(expected()));
        for junk in ["", "{}", "7", "[", "null", r#""inline""#] {
            assert_eq!(violations(junk.as_bytes()), None, "{junk}");
        }
    }

    #[test]
    fn fuzz_of_policy_reports() {
        let corpus: [&[u8]; 4] = [
            br#"[{"type":"csp-violation","body":{"documentURL":"https://shop.example/cart","effectiveDirective":"img-src","blockedURL":"data:text/plain,asha"}}]"#,
            br#"{"csp-report":{"document-uri":"https://shop.example/","effective-directive":"script-src","blocked-uri":"inline"}}"#,
            br#"[{"type":7,"body":[]},{"body":{"documentURL":{}}}]"#,
            br#"{"csp-report":null}"#,
        ];
        fuzz::feed("policy reports", &corpus, |body| {
            for Violation {
                document,
                directive,
                blocked,
            } in violations(body).unwrap_or_default()
            {
                // The log has fixed words only.
                let path = document.parse::<Uri>().ok();
                assert_eq!(page_of(None, path.as_ref().map_or("", Uri::path)), "other");
                assert!(known_directive(&directive) == "other" || DIRECTIVES.contains(&directive.as_str()));
                assert!(source(&blocked, "https://shop.example").len() <= "wasm-eval".len());
            }
        });
    }

    #[test]
    fn an_address_becomes_a_kind() {
        let origin = "https://shop.example";
        assert_eq!(source("inline", origin), "inline");
        assert_eq!(source("data:text/plain,asha", origin), "data");
        assert_eq!(source("https://shop.example/a?q=asha", origin), "own");
        assert_eq!(source("https://shop.example.evil/", origin), "other");
        assert_eq!(known_directive("img-src"), "img-src");
        assert_eq!(known_directive("asha@gmail.com"), "other");
    }
}
