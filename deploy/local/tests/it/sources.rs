//! A simple tokenizer of Rust sources for the checks of the workspace.

use std::{
    fs,
    path::{Path, PathBuf},
};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The source files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("a crate has sources")
        .map(|entry| entry.expect("it can be listed").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let rust = files
        .into_iter()
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| self::files(folder)))
        .collect()
}

/// The source without comments and strings, on one line, with spaces only between names.
pub fn code(source: &str) -> String {
    let mut code = String::new();
    write(tokens(source), false, &mut code);
    code
}

/// Like [`code`], without code that is compiled for tests only.
pub fn production(source: &str) -> String {
    let mut code = String::new();
    write(tokens(source), true, &mut code);
    code
}

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("a file that compiles can be parsed")
}

fn write(tokens: TokenStream, is_production: bool, code: &mut String) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(sign)
                if is_production && sign.as_char() == '#' && tokens.peek().is_some_and(is_for_tests) =>
            {
                tokens.find(ends_item);
            }
            TokenTree::Punct(sign) => code.push(sign.as_char()),
            TokenTree::Ident(name) => {
                if code.ends_with(is_of_a_name) {
                    code.push(' ');
                }
                code.push_str(&name.to_string());
            }
            TokenTree::Literal(_) => {}
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                code.push_str(open);
                write(group.stream(), is_production, code);
                code.push_str(close);
            }
        }
    }
}

fn is_for_tests(attribute: &TokenTree) -> bool {
    matches!(attribute, TokenTree::Group(group) if group.stream().to_string().replace(' ', "") == "cfg(test)")
}

fn ends_item(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    }
}

/// Returns true if a name may contain this character.
pub fn is_of_a_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn words_and_signs_stay_and_texts_and_tests_go() {
    let source = "//! crate::a\nuse crate::{a, b as c}; // crate::d\n#[cfg(test)]\nmod tests { use crate::e; }\n\
                  fn f<'a>(x: &'a str) -> char { let _ = (r#\"crate::g\"#, 'x', 1); '{' }";
    let kept = "use crate::{a,b as c};fn f<'a>(x:&'a str)->char{let _=(,,);}";
    assert!(production(source).ends_with(kept), "{}", production(source));
    assert!(
        code(source).contains("mod tests{use crate::e;}"),
        "{}",
        code(source)
    );
}
