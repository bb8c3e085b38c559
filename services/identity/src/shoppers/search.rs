//! Search for shoppers by staff: pages of shoppers, newest first, or one shopper with their addresses.

use std::convert::Infallible;

use uuid::Uuid;
use values::Page;

use crate::{
    account::{address::Address, address_store},
    error::Error,
    identity::Identity,
    shoppers::search_store::{self, Shopper},
};

/// A search text for shoppers.
pub type SearchText = values::SearchText<Infallible>;

/// A page of shoppers.
pub struct ShopperPage {
    /// The shoppers, newest first.
    pub shoppers: Vec<Shopper>,
    /// The token of the next page; empty on the last page.
    pub next_page_token: String,
}

impl Identity {
    /// Returns a page of matching shoppers, or of all shoppers without a search text.
    pub async fn search_shoppers(&self, text: Option<&SearchText>, page: Page) -> Result<ShopperPage, Error> {
        let ids = match text {
            None => search_store::newest(&self.db, page).await?,
            Some(SearchText::Own(none)) => match *none {},
            Some(SearchText::Email(email)) => search_store::with_email(&self.db, page, email).await?,
            Some(SearchText::MobileNumber(number)) => {
                search_store::with_mobile_number(&self.db, page, number).await?
            }
            Some(SearchText::Name(part)) => search_store::named(&self.db, page, part).await?,
        };
        let shoppers = search_store::of_ids(&self.db, &ids).await?;
        // Uses the ids, because a shopper may have been deleted in the meantime.
        let next_page_token = page.next(&ids, |_| shoppers.last().map_or(page.behind, Shopper::cursor));
        Ok(ShopperPage {
            shoppers,
            next_page_token,
        })
    }

    /// Returns a shopper with their addresses: the default first, then newest first.
    pub async fn shopper(&self, account_id: Uuid) -> Result<(Shopper, Vec<Address>), Error> {
        let found = search_store::of_ids(&self.db, &[account_id]).await?.pop();
        let shopper = found.ok_or(Error::NoAccount)?;
        Ok((shopper, address_store::of_account(&self.db, account_id).await?))
    }
}
