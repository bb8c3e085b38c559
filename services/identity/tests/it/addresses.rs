//! Tests of saved addresses and their default.

use futures_util::future::join_all;
use proto::identity::v1::{Address, DeleteAddressRequest, ListAddressesRequest, SaveAddressRequest};
use tonic::{Code, Status};

use crate::{EMAIL, Identity, PASSWORD};

/// The saved addresses of one account.
struct Book<'a> {
    identity: &'a Identity,
    account_id: String,
}

impl<'a> Book<'a> {
    async fn of(identity: &'a Identity, email: &str) -> Self {
        let token = identity.log_in(email, PASSWORD).await;
        let token = token.expect("the password is right");
        let account_id = identity.authenticate(&token).await;
        Self {
            identity,
            account_id: account_id.expect("the session lives"),
        }
    }

    async fn save(&self, address: Address) -> Result<Address, Status> {
        let request = SaveAddressRequest {
            account_id: self.account_id.clone(),
            address: Some(address),
        };
        let saved = self.identity.client.clone().save_address(request).await?;
        Ok(saved.into_inner().address.expect("it is answered"))
    }

    async fn add(&self, name: &str, is_default: bool) -> Address {
        let saved = self.save(address(name, is_default)).await;
        saved.expect("it keeps every rule")
    }

    async fn delete(&self, address: &Address) {
        let request = DeleteAddressRequest {
            account_id: self.account_id.clone(),
            address_id: address.address_id.clone(),
        };
        let deleted = self.identity.client.clone().delete_address(request).await;
        deleted.expect("it is deleted");
    }

    /// The names in the order of the list; the default has a star.
    async fn names(&self) -> Vec<String> {
        let request = ListAddressesRequest {
            account_id: self.account_id.clone(),
        };
        let listed = self.identity.client.clone().list_addresses(request).await;
        let listed = listed.expect("they are listed").into_inner().addresses;
        let names = listed.into_iter().map(|address| {
            let star = if address.is_default { "*" } else { "" };
            address.full_name + star
        });
        names.collect()
    }
}

fn address(name: &str, is_default: bool) -> Address {
    Address {
        address_id: String::new(),
        full_name: name.to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395007".to_owned(),
        is_default,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_is_the_default_from_the_first_to_the_last() {
    let identity = Identity::with_account().await;
    let book = Book::of(&identity, EMAIL).await;
    let home = book.add("Home", false).await;
    assert!(home.is_default, "the first is it by itself");
    let shop = book.add("Shop", false).await;
    let mother = book.add("Mother", false).await;
    assert_eq!(book.names().await, ["Home*", "Mother", "Shop"]);

    let chosen = Address {
        is_default: true,
        ..shop.clone()
    };
    let saved = book.save(chosen).await.expect("it is the account's");
    assert!(saved.is_default);
    assert_eq!(book.names().await, ["Shop*", "Mother", "Home"]);
    let renamed = Address {
        full_name: "Office".to_owned(),
        is_default: false,
        ..shop.clone()
    };
    let saved = book.save(renamed).await.expect("it is the account's");
    assert!(saved.is_default, "it stays it until another is to be");
    book.add("Sister", true).await;
    assert_eq!(book.names().await, ["Sister*", "Mother", "Office", "Home"]);

    book.delete(&home).await;
    assert_eq!(book.names().await, ["Sister*", "Mother", "Office"]);
    let sister = book.add("Sister again", true).await;
    book.delete(&sister).await;
    assert_eq!(
        book.names().await,
        ["Sister*", "Mother", "Office"],
        "the newest of the others follows"
    );
    for address in [&mother, &shop] {
        book.delete(address).await;
    }
    assert_eq!(book.names().await, ["Sister*"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_another_account_cannot_become_the_default() {
    let identity = Identity::with_account().await;
    identity
        .register("bina@gmail.com", PASSWORD)
        .await
        .expect("the account is made");
    let asha = Book::of(&identity, EMAIL).await;
    let bina = Book::of(&identity, "bina@gmail.com").await;
    asha.add("Asha", false).await;
    let hers = bina.add("Bina", false).await;
    let refused = asha
        .save(Address {
            is_default: true,
            ..hers
        })
        .await;
    assert_eq!(refused.expect_err("it is not Asha's").code(), Code::NotFound);
    assert_eq!(asha.names().await, ["Asha*"], "the default is what it was");
    assert_eq!(bina.names().await, ["Bina*"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_several_concurrent_addresses_is_the_default() {
    let identity = Identity::with_account().await;
    let book = Book::of(&identity, EMAIL).await;
    for is_default in [false, true] {
        join_all([(); 5].map(|()| book.add("Home", is_default))).await;
        let names = book.names().await;
        let defaults = names.iter().filter(|name| name.ends_with('*'));
        assert_eq!(defaults.count(), 1, "{names:?}");
    }
}

/// An operator may have removed the mark.
#[tokio::test(flavor = "multi_thread")]
async fn the_next_address_becomes_the_default_if_there_is_none() {
    let identity = Identity::with_account().await;
    let book = Book::of(&identity, EMAIL).await;
    book.add("Home", false).await;
    identity.sql("UPDATE addresses SET is_default = false").await;
    assert_eq!(book.names().await, ["Home"]);
    book.add("Shop", false).await;
    assert_eq!(book.names().await, ["Shop*", "Home"]);
}
