//! Work of an operator beside the programs.

use std::fs;

use anyhow::Context as _;
use runtime::Identity;

use super::Fleet;

impl Fleet {
    /// How a caller that is no program proves itself to services, such as an operator.
    pub(crate) fn identity(&self, name: &str) -> Identity {
        self.keys.identity(name)
    }

    /// Starts NATS again with nothing.
    pub(crate) fn lose_streams(&mut self) -> anyhow::Result<()> {
        let folder = self.options.private_folder("nats")?;
        self.nats()?.kill();
        fs::remove_dir_all(folder).context("lose the streams")?;
        self.options.private_folder("nats")?;
        self.nats()?.restart()
    }
}
