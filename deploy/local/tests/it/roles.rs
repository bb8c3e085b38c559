use engines::External;
use sqlx::{Connection as _, PgConnection};
use url::Url;

use crate::shop::OpenShop;

#[tokio::test(flavor = "multi_thread")]
async fn a_services_role_reaches_its_own_database_and_no_other() {
    let shop = OpenShop::start_on(External::default()).await;
    let own = shop.shop.database_url("order");
    let identity = Url::parse(shop.shop.database_url("identity")).expect("it is a URL");
    let identity = identity.path().trim_start_matches('/');
    let reached = async |database: &str| {
        let mut url = Url::parse(own).expect("it is a URL");
        url.set_path(database);
        PgConnection::connect(url.as_str()).await.map(drop)
    };
    PgConnection::connect(own).await.expect("its own is open to it");
    for database in [identity, "postgres", "template1"] {
        let refused = reached(database).await.expect_err(database).to_string();
        assert!(refused.contains("permission denied"), "{database}: {refused}");
    }
    shop.close().await;
}
