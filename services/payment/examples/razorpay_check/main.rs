//! Calls every Razorpay operation that the shop uses, with test keys of a real account. Reports each
//! difference from Razorpay's documentation and this repository's simulator. No money moves.
//!
//! ```sh
//! RAZORPAY_KEY_ID=rzp_test_… RAZORPAY_KEY_SECRET=… RAZORPAY_WEBHOOK_SECRET=… \
//!   cargo run -p payment --example razorpay_check -- --pay
//! ```

mod walk;

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::Parser;
use payment::{ProviderSettings, provider::Provider};

use crate::walk::{Step, paying, without_paying};

/// Checks Razorpay's answers against the shop's expectations, with keys of its test mode.
#[derive(Debug, Parser)]
#[command(name = "razorpay_check")]
struct Options {
    #[command(flatten)]
    account: ProviderSettings,
    /// Also waits for a payment of one rupee on the page that is printed, and refunds it
    #[arg(long)]
    pay: bool,
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let options = Options::parse();
    let provider = provider(&options.account)?;
    let stranger = ProviderSettings {
        razorpay_key_secret: Some("not-the-secret-of-this-key".to_owned().into()),
        ..options.account
    };
    let stranger = Provider::from_settings(&stranger)?.context("there is an account")?;
    let mut steps = without_paying(&provider, &stranger).await;
    if options.pay {
        steps.extend(paying(&provider, |page| println!("Pay ₹1 within ten minutes: {page}")).await);
    }
    for Step { what, differs } in &steps {
        match differs {
            None => println!("as expected  {what}"),
            Some(why) => println!("DIFFERS      {what}: {why}"),
        }
    }
    let differ = steps.iter().filter(|step| step.differs.is_some()).count();
    println!("{} of {} steps differ.", differ, steps.len());
    Ok(if differ == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The account. Fails unless it is Razorpay in test mode.
fn provider(account: &ProviderSettings) -> anyhow::Result<Provider> {
    let provider = Provider::from_settings(account)?;
    let provider =
        provider.context("RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET are needed")?;
    ensure!(
        provider.name() == "razorpay" && provider.is_simulated(),
        "this wants keys of Razorpay's test mode, which begin with rzp_test_"
    );
    Ok(provider)
}
