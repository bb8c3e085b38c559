//! The client of the catalog, which stores the shop profile.

use std::time::Duration;

use proto::catalog::v1::{self as contract, GetShopRequest};
use runtime::{Client, Frame, Target};
use time::{Date, macros::format_description};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tonic::Status;

use crate::known_shop::{BankAccount, KnownShop, ShopFacts};

/// The polling interval. A change is known after this time and a call.
const EVERY: Duration = Duration::from_secs(2);

/// Deadline of a call.
const DEADLINE: Duration = Duration::from_secs(2);

/// The client of the catalog's shop profile.
pub(crate) struct Catalog(Client);

impl Catalog {
    /// Creates the client without connecting. The first call connects.
    pub(crate) fn new(url: Target, frame: &Frame) -> Self {
        Self(frame.client(url, DEADLINE))
    }

    /// Polls the catalog and updates `known`. A failed call changes nothing.
    pub(crate) async fn follow(self, known: KnownShop, stopping: CancellationToken) -> anyhow::Result<()> {
        let mut look = tokio::time::interval(EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut was_heard = None;
        while stopping.run_until_cancelled(look.tick()).await.is_some() {
            let Some(asked) = stopping.run_until_cancelled(self.ask()).await else {
                break;
            };
            let is_heard = asked.is_ok();
            if was_heard.replace(is_heard) != Some(is_heard) {
                let error = asked.as_ref().err().map(ToString::to_string);
                tracing::info!(is_heard, error, "source of shop facts updated");
            }
            if let Ok(told) = asked {
                known.set(told.and_then(read));
            }
        }
        Ok(())
    }

    async fn ask(&self) -> Result<Option<contract::ShopFacts>, Status> {
        let answer = self.0.call(GetShopRequest {}).await?;
        Ok(answer.shop.and_then(|shop| shop.facts))
    }
}

/// Converts the shop profile. `None` for the sample profile.
fn read(told: contract::ShopFacts) -> Option<ShopFacts> {
    let day = format_description!("[year]-[month]-[day]");
    let holidays = told.holidays.iter();
    let holidays = holidays.filter_map(|holiday| Date::parse(holiday, day).ok());
    (!told.is_sample).then(|| ShopFacts {
        holidays: holidays.collect(),
        name: told.name,
        legal_name: told.legal_name,
        address_lines: told.address_lines,
        phone: told.phone,
        email: told.email,
        delivery_paise: told.delivery_paise,
        cod_fee_paise: told.cod_fee_paise,
        cod_limit_paise: told.cod_limit_paise,
        holds_reviews: told.holds_reviews,
        upi_id: told.upi_id,
        bank_account: told.bank_account.map(|account| BankAccount {
            holder: account.holder,
            number: account.number,
            ifsc: account.ifsc,
        }),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_are_nothing_that_the_owner_has_said() {
        let facts = contract::ShopFacts {
            name: "Jadibuti".to_owned(),
            holidays: vec!["2026-11-08".to_owned()],
            ..contract::ShopFacts::default()
        };
        let told = read(facts.clone()).expect("the owner said it");
        assert_eq!((told.name.as_str(), told.holidays.len()), ("Jadibuti", 1));
        let samples = contract::ShopFacts {
            is_sample: true,
            ..facts
        };
        assert_eq!(read(samples), None);
    }
}
