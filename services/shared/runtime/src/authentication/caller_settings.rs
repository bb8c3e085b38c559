use crate::{Secret, authentication::callers::Callers};

/// Which calls a service takes.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// This program's own key, by which the services that it calls know it: the line that `openssl genpkey -algorithm ed25519` prints; absent: they do not know who calls
    #[arg(long, env, hide_env_values = true)]
    pub caller_key: Option<Secret>,
    /// Programs that may call, with their methods and public keys, as JSON; made of the registry of services
    #[arg(long, env)]
    pub callers: Option<Callers>,
    /// Take calls of programs that do not prove who they are: for development, and while an older version is replaced
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    pub unproven_callers: bool,
}

impl Default for Settings {
    /// No program may call.
    fn default() -> Self {
        Self {
            caller_key: None,
            callers: None,
            unproven_callers: false,
        }
    }
}
