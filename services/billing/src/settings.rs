use runtime::Target;

/// The settings of the service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event broker.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// URL of the order service
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// URL of the catalog service, which has the shop profile and the tax classes of products
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// When an order is invoiced: at packing, at shipping, or already at payment if it is prepaid
    #[arg(long, env, default_value = "packing")]
    pub invoice_at: InvoiceAt,
}

/// When an order is invoiced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum InvoiceAt {
    /// At packing, so that the invoice goes into the parcel.
    Packing,
    /// At shipping.
    Shipping,
    /// When it is paid. Orders that are paid on delivery or later are invoiced at packing.
    Payment,
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
