//! The shop's mail server's authentication result for a mail's sender (RFC 8601). Pure.

/// The maximum number of `Authentication-Results` values read. Each server on the way may add one.
pub const MOST_RESULTS: usize = 20;

/// True if the server with this name found that the domain of `from` sent the mail (DMARC). Results of other
/// servers are ignored, because the sender can forge them. The shop's own server removes forged results under
/// its name.
pub fn proves(results: &[String], authserv_id: &str, from: &str) -> bool {
    let Some((_, domain)) = from.rsplit_once('@') else {
        return false;
    };
    let own = results.iter().find_map(|value| {
        let value = without_comments(value);
        let (name, found) = value.split_once(';')?;
        let name = name.split_whitespace().next()?;
        name.eq_ignore_ascii_case(authserv_id).then(|| found.to_owned())
    });
    own.is_some_and(|found| found.split(';').any(|result| is_pass(result, domain)))
}

/// True for `dmarc=pass header.from=DOMAIN`.
fn is_pass(result: &str, domain: &str) -> bool {
    let mut words = result.split_whitespace();
    let is_dmarc = words
        .next()
        .is_some_and(|word| word.eq_ignore_ascii_case("dmarc=pass"));
    let mut properties = words.filter_map(|word| word.split_once('='));
    is_dmarc
        && properties.any(|(name, value)| {
            name.eq_ignore_ascii_case("header.from") && value.eq_ignore_ascii_case(domain)
        })
}

/// Removes the text in parentheses.
fn without_comments(text: &str) -> String {
    let mut depth = 0_usize;
    let kept = text.chars().filter(|letter| match letter {
        '(' => {
            depth += 1;
            false
        }
        ')' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASS: &str = "mx.shop.example;\r\n dkim=pass header.i=@gmail.com;\r\n dmarc=pass (p=NONE dis=NONE) header.from=gmail.com";

    fn is_proven(results: &[&str]) -> bool {
        let results: Vec<_> = results.iter().map(ToString::to_string).collect();
        proves(&results, "mx.shop.example", "asha@Gmail.com")
    }

    #[test]
    fn believes_a_pass_of_the_own_server_for_the_senders_domain() {
        for result in [
            PASS,
            "MX.shop.example 1; dmarc=pass header.from=gmail.com",
            "mx.shop.example; spf=fail; DMARC=Pass policy.dmarc=none header.from=GMAIL.COM",
        ] {
            assert!(is_proven(&[result]), "{result}");
        }
    }

    #[test]
    fn believes_no_other_server_domain_or_result() {
        for results in [
            &[][..],
            &[""],
            &["mx.shop.example; none"],
            &["mx.shop.example"],
            &["mx.evil.example; dmarc=pass header.from=gmail.com"],
            &["mx.shop.example; dmarc=fail header.from=gmail.com"],
            &["mx.shop.example; dmarc=pass header.from=evil.example"],
            &["mx.shop.example; dmarc=pass"],
            &["mx.shop.example; spf=pass smtp.mailfrom=gmail.com; dkim=pass header.d=gmail.com"],
            &["mx.evil.example (; mx.shop.example); dmarc=pass header.from=gmail.com"],
            // The shop's server puts its result above those that arrived with the mail.
            &["mx.shop.example; dmarc=fail header.from=gmail.com", PASS],
        ] {
            assert!(!is_proven(results), "{results:?}");
        }
        assert!(!proves(&[PASS.to_owned()], "mx.shop.example", "asha"));
    }

    #[test]
    fn fuzz_of_authentication_results() {
        fuzz::feed_text("authentication results", &[PASS, "a;b=(c", ";=;"], |text| {
            if is_proven(&[text]) {
                assert!(text.to_ascii_lowercase().contains("dmarc"));
            }
        });
    }
}
