//! The shop profile, through the gRPC API that gateways and the office call.

use futures_util::StreamExt as _;
use prost::Message as _;
use proto::{
    catalog::v1::{
        GetShopRequest, ListShopChangesRequest, Shop, ShopChange, ShopFacts, UpdateShopRequest,
        shop_editing_service_client::ShopEditingServiceClient, shop_service_client::ShopServiceClient,
    },
    event::v1::ShopChanged,
};
use runtime::{CallerSettings, Identity, status};
use testkit::{OfficeKeys, Served, TestDatabase};
use tonic::{Code, Status, service::interceptor::InterceptedService, transport::Channel};

use crate::{
    database,
    editing::{BINA, RAVI, fields, reason},
};

type Editing = ShopEditingServiceClient<InterceptedService<Channel, Identity>>;

/// A catalog that serves its shop profile.
struct Office {
    database: TestDatabase,
    keys: OfficeKeys,
    served: Served,
}

impl Office {
    async fn open() -> Self {
        Self::open_on(database().await).await
    }

    async fn open_on(database: TestDatabase) -> Self {
        let keys = OfficeKeys::new();
        let callers = CallerSettings {
            // For the storefront's gateway, which sends no proof here.
            unproven_callers: true,
            ..keys.callers()
        };
        let settings = catalog::Settings {
            database: database.settings(),
            events: outbox::Settings::new(testkit::nats_url()),
            photos: catalog::PhotoSettings::default(),
        };
        let served = testkit::serve_to(callers, |frame| catalog::service(settings, frame)).await;
        let office = Self {
            database,
            keys,
            served,
        };
        testkit::eventually("the catalog answers", async || office.try_get().await.ok()).await;
        office
    }

    fn channel(&self) -> Channel {
        Channel::builder(self.served.url()).connect_lazy()
    }

    fn editing(&self) -> Editing {
        ShopEditingServiceClient::with_interceptor(self.channel(), self.keys.identity())
    }

    async fn try_get(&self) -> Result<Shop, Status> {
        let mut reading = ShopServiceClient::new(self.channel());
        let got = reading.get_shop(GetShopRequest {}).await?;
        Ok(got.into_inner().shop.expect("it comes along"))
    }

    async fn get(&self) -> Shop {
        self.try_get().await.expect("the catalog answers")
    }

    async fn update(&self, staff_id: &str, version: i32, facts: ShopFacts) -> Result<Shop, Status> {
        let request = UpdateShopRequest {
            version,
            facts: Some(facts),
        };
        let request = self.keys.request(staff_id, request);
        let updated = self.editing().update_shop(request).await?;
        Ok(updated.into_inner().shop.expect("it comes along"))
    }

    async fn changes(&self) -> Vec<ShopChange> {
        let request = self.keys.request(BINA, ListShopChangesRequest {});
        let listed = self.editing().list_shop_changes(request).await;
        listed.expect("the catalog answers").into_inner().changes
    }
}

/// A valid profile.
fn named(name: &str) -> ShopFacts {
    ShopFacts {
        name: name.to_owned(),
        legal_name: "Vanmool Herbals LLP".to_owned(),
        address_lines: vec!["7 Mill Road".to_owned(), "Surat 395002".to_owned()],
        phone: "0261 234 5678".to_owned(),
        email: "care@vanmool.example".to_owned(),
        holidays: vec!["2026-11-08".to_owned()],
        food_licence: "10712034000123".to_owned(),
        country_of_origin: "India".to_owned(),
        best_before: "12 months from packing".to_owned(),
        cod_fee_paise: 4_000,
        ..ShopFacts::default()
    }
}

#[tokio::test]
async fn a_new_shop_begins_with_samples_and_keeps_what_it_was_told_over_a_restart() {
    let office = Office::open().await;
    let begun = office.get().await;
    let samples = begun.facts.expect("it comes along");
    assert_eq!((begun.version, samples.is_sample), (1, true));
    assert_eq!((samples.name.as_str(), samples.cod_fee_paise), ("Vanmool", 5_000));
    let first = office.changes().await;
    assert_eq!((first.len(), first[0].changed_by.as_str()), (1, ""));

    let changed = office
        .update(BINA, 1, named("Jadibuti"))
        .await
        .expect("it breaks no rule");
    let facts = changed.facts.clone().expect("it comes along");
    assert_eq!((changed.version, facts.is_sample), (2, false));
    assert_eq!(facts.phone, "+912612345678", "it is kept in one form");
    let Office { database, served, .. } = office;
    served.stop();
    let office = Office::open_on(database).await;
    assert_eq!(office.get().await, changed);
}

#[tokio::test]
async fn samples_cannot_be_kept_as_facts_and_every_error_is_reported() {
    let office = Office::open().await;
    let samples = office.get().await.facts.expect("it comes along");
    let refused = office
        .update(BINA, 1, samples)
        .await
        .expect_err("they are samples");
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(fields(&refused), ["phone", "whatsapp", "food_licence", "gstin"]);
    let refused = office.update(BINA, 1, ShopFacts::default()).await;
    let refused = refused.expect_err("the law wants more");
    for field in [
        "legal_name",
        "address_lines",
        "phone",
        "food_licence",
        "country_of_origin",
    ] {
        assert!(
            fields(&refused).iter().any(|wrong| wrong == field),
            "{field}: {refused:?}"
        );
    }
    assert_eq!(office.get().await.version, 1);
}

#[tokio::test]
async fn one_of_several_concurrent_edits_wins_and_the_others_get_the_shop_as_it_stands() {
    let office = Office::open().await;
    let names: Vec<_> = (0..6).map(|number| format!("Shop {number}")).collect();
    let writing = names.iter().map(|name| office.update(BINA, 1, named(name)));
    let answers = futures_util::future::join_all(writing).await;
    let heard: Vec<_> = answers.iter().filter_map(|answer| answer.as_ref().ok()).collect();
    assert_eq!(heard.len(), 1, "{answers:?}");
    for refused in answers.iter().filter_map(|answer| answer.as_ref().err()) {
        assert_eq!(
            (refused.code(), reason(refused).as_str()),
            (Code::Aborted, "SHOP_CHANGED")
        );
        assert_eq!(status::message::<Shop>(refused).as_ref(), Some(heard[0]));
    }

    // A retry of the same update is no change.
    let again = office.update(RAVI, 1, heard[0].facts.clone().expect("it comes along"));
    assert_eq!(&again.await.expect("it says so already"), heard[0]);
    let mut facts = named("Jadibuti");
    facts.cod_fee_paise = 3_000;
    office.update(RAVI, 2, facts).await.expect("he saw it");
    let changes = office.changes().await;
    let told: Vec<_> = changes
        .iter()
        .map(|change| (change.version, change.changed_by.as_str()))
        .collect();
    assert_eq!(told, [(3, RAVI), (2, BINA), (1, "")]);
    assert_eq!(changes[0].fields, ["name", "cod_fee_paise"]);
}

#[tokio::test]
async fn a_change_is_published_and_an_update_without_a_change_is_not() {
    let settings = outbox::Settings::new(testkit::nats_url());
    let client = outbox::connect(&settings).await.expect("it is an address");
    let mut messages = client
        .subscribe("shop.catalog.shop_changed.v1")
        .await
        .expect("every client may");
    client.flush().await.expect("NATS answers");
    let office = Office::open().await;
    for (version, name) in [(1, "Jadibuti"), (2, "Jadibuti"), (2, "Vanmool")] {
        office
            .update(BINA, version, named(name))
            .await
            .expect("it breaks no rule");
    }
    let written: Vec<i64> = sqlx::query_scalar(
        "SELECT aggregate_version FROM outbox WHERE subject = 'shop.catalog.shop_changed.v1' ORDER BY 1",
    )
    .fetch_all(office.database.pool())
    .await
    .expect("the outbox can be read");
    assert_eq!(written, [2, 3]);
    // Other tests publish changes of their own shops.
    loop {
        let message = tokio::time::timeout(std::time::Duration::from_secs(15), messages.next());
        let message = message.await.expect("it is told in time").expect("NATS is there");
        let event = ShopChanged::decode(message.payload).expect("it is of this schema");
        if event.version == 3 {
            return;
        }
    }
}
