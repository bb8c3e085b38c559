//! Feeds a parser of external input with a corpus, and with inputs derived from it.
//!
//! A test calls [`feed`]. `make test` uses the same inputs each time, `make fuzz` random ones for
//! `FUZZ_SECONDS`. It runs on the stable toolchain and reaches private items. Unlike libFuzzer, it does not
//! know the branches that an input took.

mod mutation;

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher as _, Hasher as _},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    time::{Duration, Instant},
};

pub use mutation::Random;

/// The number of inputs per parser without `FUZZ_SECONDS`.
const FEW: u64 = 2_000;

/// The variable with the duration in seconds. Without it, there are few inputs, always the same.
const SECONDS: &str = "FUZZ_SECONDS";

/// Gives `parser` every input of the corpus, then derived ones. If the parser panics, prints the input and
/// panics, too.
pub fn feed(name: &str, corpus: &[&[u8]], parser: impl Fn(&[u8])) {
    assert!(!corpus.is_empty(), "a corpus has something to begin with");
    let seconds = seconds();
    let seed = seconds.map_or(1, |_| RandomState::new().build_hasher().finish());
    let mut random = Random::new(seed);
    for input in corpus {
        try_one(name, seed, input, &parser);
    }
    let began = Instant::now();
    let mut inputs = 0;
    // Successful inputs are mutated further, to move away from the corpus.
    let mut pool: Vec<Vec<u8>> = corpus.iter().map(|input| input.to_vec()).collect();
    while seconds.map_or(inputs < FEW, |seconds| began.elapsed() < seconds) {
        let input = mutation::turned(&pool, &mut random);
        try_one(name, seed, &input, &parser);
        inputs += 1;
        let at = corpus.len() + random.below(256);
        match pool.get_mut(at) {
            Some(old) => *old = input,
            None => pool.push(input),
        }
    }
    println!("fuzz: {name}: {inputs} inputs, seed {seed}");
}

/// [`feed`] for a parser of text. Invalid UTF-8 is replaced first.
pub fn feed_text(name: &str, corpus: &[&str], parser: impl Fn(&str)) {
    let corpus: Vec<_> = corpus.iter().map(|input| input.as_bytes()).collect();
    feed(name, &corpus, |input| parser(&String::from_utf8_lossy(input)));
}

/// The duration from `FUZZ_SECONDS`.
#[expect(clippy::disallowed_methods, reason = "tests have no settings")]
fn seconds() -> Option<Duration> {
    let text = std::env::var(SECONDS).ok()?;
    let seconds = text.parse().expect("FUZZ_SECONDS is a number");
    Some(Duration::from_secs(seconds))
}

fn try_one(name: &str, seed: u64, input: &[u8], parser: &impl Fn(&[u8])) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| parser(input))) {
        println!(
            "fuzz: {name}, seed {seed}, fails for b\"{}\"",
            input.escape_ascii()
        );
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::HashSet};

    use super::*;

    #[test]
    fn inputs_are_many_and_most_differ() {
        let seen = RefCell::new(HashSet::new());
        feed("a set", &[b"name=Asha", b"{\"quantity\": 2}"], |input| {
            seen.borrow_mut().insert(input.to_vec());
        });
        let seen = seen.into_inner();
        assert!(seen.contains(&b"name=Asha"[..]), "the corpus itself");
        assert!(seen.len() > 1_500, "{}", seen.len());
        assert!(
            seen.iter().any(|input| std::str::from_utf8(input).is_err()),
            "bytes that are no text"
        );
        assert!(seen.iter().any(|input| input.len() > 1_000), "long ones");
    }

    #[test]
    #[should_panic(expected = "a bug behind two equals signs")]
    fn an_input_that_breaks_a_parser_is_found() {
        feed("a parser with a bug", &[b"name=Asha"], |input| {
            let parts = input.split(|byte| *byte == b'=').count();
            assert!(parts < 3, "a bug behind two equals signs");
        });
    }
}
