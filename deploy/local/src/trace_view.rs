//! Prints the traces of `TRACES=1 make run` as text trees, for machines without Jaeger.

use std::{
    collections::{BTreeMap, HashSet},
    fmt::Write as _,
};

use anyhow::Context as _;
use serde::Deserialize;

/// The number of traces printed, the newest last.
const SHOWN: usize = 20;

/// A span of the trace file. Times are in microseconds.
#[derive(Debug, Deserialize)]
struct Span {
    trace: String,
    span: String,
    parent: String,
    name: String,
    kind: String,
    failed: bool,
    start: u64,
    duration: u64,
}

/// Renders the newest traces of a trace file as trees, with the spans sorted by start.
pub fn render(file: &str) -> anyhow::Result<String> {
    let mut traces: BTreeMap<String, Vec<Span>> = BTreeMap::new();
    for (number, line) in (1..).zip(file.lines()) {
        let span: Span =
            serde_json::from_str(line).with_context(|| format!("line {number} is not a span of ours"))?;
        traces.entry(span.trace.clone()).or_default().push(span);
    }
    let mut traces: Vec<_> = traces.into_iter().collect();
    traces.sort_by_key(|(_, spans)| spans.iter().map(|span| span.start).min());
    let older = traces.len().saturating_sub(SHOWN);
    let mut text = String::new();
    for (id, mut spans) in traces.into_iter().skip(older) {
        spans.sort_by_key(|span| span.start);
        writeln!(text, "trace {id}").expect("writing to memory does not fail");
        let known: HashSet<_> = spans.iter().map(|span| span.span.as_str()).collect();
        for root in spans.iter().filter(|span| !known.contains(span.parent.as_str())) {
            branch(&mut text, root, &spans, 1);
        }
    }
    Ok(text)
}

fn branch(text: &mut String, span: &Span, spans: &[Span], depth: usize) {
    let (millis, rest) = (span.duration / 1000, span.duration % 1000 / 100);
    let failed = if span.failed { "  FAILED" } else { "" };
    let indent = "  ".repeat(depth);
    writeln!(
        text,
        "{indent}{} ({}) {millis}.{rest} ms{failed}",
        span.name, span.kind
    )
    .expect("writing to memory does not fail");
    for child in spans.iter().filter(|child| child.parent == span.span) {
        branch(text, child, spans, depth + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(trace: &str, span: &str, parent: &str, start: u64, failed: bool) -> String {
        format!(
            r#"{{"trace":"{trace}","span":"{span}","parent":"{parent}","name":"{span}","kind":"server","failed":{failed},"start":{start},"duration":12345,"attributes":{{}}}}"#
        )
    }

    #[test]
    fn spans_stand_below_their_parents_in_the_order_of_their_starts() {
        let file = [
            line("t2", "later", "0", 50, false),
            line("t1", "second", "root", 30, true),
            line("t1", "first", "root", 20, false),
            line("t1", "root", "elsewhere", 10, false),
        ];
        let expected = "trace t1\n  root (server) 12.3 ms\n    first (server) 12.3 ms\n    second (server) 12.3 ms  FAILED\n\
                        trace t2\n  later (server) 12.3 ms\n";
        assert_eq!(render(&file.join("\n")).unwrap(), expected);
    }

    #[test]
    fn a_line_that_is_no_span_is_named() {
        let error = render("{}").unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
    }
}
