use runtime::Target;

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where documents and the ledger are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events come from and go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where the order service answers, which knows what was sold to whom
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the catalog answers, which knows who sells and how goods are taxed
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// When an order is invoiced: as its parcel is closed, as its goods leave, or already when it is paid before that
    #[arg(long, env, default_value = "packing")]
    pub invoice_at: InvoiceAt,
}

/// When an order is invoiced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum InvoiceAt {
    /// As its parcel is closed, so that the invoice travels in it.
    Packing,
    /// As its goods leave.
    Shipping,
    /// When it is paid; of what is paid at the door or later, as its parcel is closed.
    Payment,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
