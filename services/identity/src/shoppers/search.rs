//! Shoppers, as the people of the shop look for them: newest first, page by page, or one with everything that they saved.

use uuid::Uuid;
use values::Page;

use crate::{
    account::{address::Address, address_store},
    error::Error,
    identity::Identity,
    shoppers::{
        search_store::{self, Shopper},
        search_text::{NamePart, SearchText},
    },
};

/// A page of shoppers.
pub struct Found {
    /// Newest first.
    pub shoppers: Vec<Shopper>,
    /// For the page after this one; empty when there is none.
    pub next_page_token: String,
}

impl Identity {
    /// A page of the shoppers that are looked for; of all where no text is.
    pub async fn search_shoppers(&self, text: Option<&SearchText>, page: Page) -> Result<Found, Error> {
        let ids = match text {
            None => search_store::newest(&self.db, page).await?,
            Some(SearchText::Email(email)) => search_store::with_email(&self.db, page, email).await?,
            Some(SearchText::MobileNumber(number)) => {
                search_store::with_mobile_number(&self.db, page, number).await?
            }
            Some(SearchText::Name(part)) => self.named(page, part).await?,
        };
        let shoppers = search_store::of_ids(&self.db, &ids).await?;
        // By the ids: one of them may be deleted meanwhile.
        let next_page_token = page.next(&ids, |_| shoppers.last().map_or(page.behind, Shopper::place));
        Ok(Found {
            shoppers,
            next_page_token,
        })
    }

    /// A part of a name may be that of a tenth of all shoppers or of one. Many are among the newest, where a page of them is found
    /// soon; only few are not, and those the index of names finds without reading thousands.
    async fn named(&self, page: Page, part: &NamePart) -> Result<Vec<Uuid>, Error> {
        let among = search_store::named_among_newest(&self.db, page, part).await?;
        if among.is_all || i64::try_from(among.ids.len()) == Ok(page.limit) {
            return Ok(among.ids);
        }
        Ok(search_store::named(&self.db, page, part).await?)
    }

    /// A shopper with their addresses, the default first, then the newest first.
    pub async fn shopper(&self, account_id: Uuid) -> Result<(Shopper, Vec<Address>), Error> {
        let found = search_store::of_ids(&self.db, &[account_id]).await?.pop();
        let shopper = found.ok_or(Error::NoAccount)?;
        Ok((shopper, address_store::of_account(&self.db, account_id).await?))
    }
}
