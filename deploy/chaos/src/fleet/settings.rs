//! The settings of each program.

use std::fs;

use super::Fleet;
use crate::fleet::program::{Program, callers};

/// A key that is long enough for every program. The shop is temporary.
const KEY: &str = "0123456789abcdef0123456789abcdef";

/// A rate limit that no test client reaches.
const UNREACHED_LIMIT: &str = "1000000";

impl Fleet {
    /// Overrides a setting of a program's replicas started from now on.
    pub(crate) fn override_setting(&mut self, name: &str, variable: &'static str, value: &str) {
        self.overrides
            .insert((name.to_owned(), variable), value.to_owned());
    }

    /// Removes an override.
    pub(crate) fn reset_setting(&mut self, name: &str, variable: &'static str) {
        self.overrides.remove(&(name.to_owned(), variable));
    }

    /// The variables of a program and their values. A later value overrides an earlier one.
    pub(super) fn settings(&self, program: &Program) -> anyhow::Result<Vec<(String, String)>> {
        let mails = self.mails();
        fs::create_dir_all(&mails)?;
        let set = [
            ("RUST_LOG", "info"),
            ("CODE_KEY", KEY),
            ("RECIPIENT_KEY", KEY),
            ("ORDER_LINK_KEY", KEY),
            ("SAMPLE_STOCK", "true"),
            ("CREDENTIAL_TRIES_PER_MINUTE", UNREACHED_LIMIT),
            ("ORDERS_PER_MINUTE", UNREACHED_LIMIT),
            ("SUBMISSIONS_PER_MINUTE", UNREACHED_LIMIT),
            ("MAX_UNCONFIRMED_NETWORK_PACKS", "0"),
            ("LOOKUPS_PER_MINUTE", UNREACHED_LIMIT),
            ("DRAIN_DELAY_SECONDS", "1"),
        ];
        let set = set.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut settings = Vec::from(set);
        settings.push(("MAIL_DIR".to_owned(), mails.display().to_string()));
        let known = self.keys.variables(program.name, callers(program.name));
        settings.extend(known.map(|(name, value)| (name.to_owned(), value)));
        if let Some(url) = self.database_urls.get(program.name) {
            settings.push(("DATABASE_URL".to_owned(), url.clone()));
        }
        if program.events {
            settings.push(("NATS_URL".to_owned(), self.engines.nats_url_of(program.name)));
        }
        for called in &program.calls {
            let name = format!("{}_URL", called.to_uppercase());
            settings.push((name, self.addresses.url(called)));
        }
        let set = self.overrides.iter().filter(|((of, _), _)| of == program.name);
        settings.extend(set.map(|((_, name), value)| ((*name).to_owned(), value.clone())));
        Ok(settings)
    }
}
