//! Parses single values of the shop profile. Pure.

use runtime::status::{Broken, Rule};
use url::Url;
use values::MobileNumber;

/// The maximum length of a URL, in characters.
const LONGEST_URL: usize = 200;

/// Parses a phone number and adds "+91"; empty if nothing was typed. Landlines have ten digits, too, with the
/// area code.
pub fn number(text: &str) -> Result<String, Broken> {
    match MobileNumber::read(text) {
        Ok(number) => Ok(format!("+91{}", number.as_str())),
        Err(Rule::Required) => Ok(String::new()),
        Err(rule) => Err(rule.says("Enter the ten digits of an Indian number")),
    }
}

/// Removes white space. Reads at most 64 characters, more than any number has.
pub fn unspaced(text: &str) -> String {
    let typed = text.chars().take(64);
    typed.filter(|character| !character.is_whitespace()).collect()
}

/// Checks that an amount in paise is whole rupees, from 0 to `most` rupees.
pub fn whole_rupees(paise: i64, most: i64) -> Result<i64, Broken> {
    if paise % 100 != 0 {
        return Err(Rule::NotWhole.says("The amount should be in whole rupees"));
    }
    if (0..=most * 100).contains(&paise) {
        return Ok(paise);
    }
    let rule = Rule::OutOfRange { min: 0, max: most };
    Err(rule.says(format!("The amount should be 0 to {most} rupees")))
}

/// Parses an https URL, as browsers write it.
pub fn https(text: &str) -> Result<String, Broken> {
    let text = text.trim();
    let too_long = || {
        let rule = Rule::TooLong { max: LONGEST_URL };
        rule.says(format!(
            "An address should be at most {LONGEST_URL} characters long"
        ))
    };
    if text.is_empty() {
        return Err(Rule::Required.says("Address is required"));
    }
    if text.len() > LONGEST_URL {
        return Err(too_long());
    }
    let url = Url::parse(text).ok().filter(|url| {
        let names_nobody = url.username().is_empty() && url.password().is_none();
        url.scheme() == "https" && url.domain().is_some_and(|host| host.contains('.')) && names_nobody
    });
    let malformed = || Rule::Malformed.says("Enter an address that begins with https://");
    let url = url.map(String::from).ok_or_else(malformed)?;
    if url.len() > LONGEST_URL {
        return Err(too_long());
    }
    Ok(url)
}
