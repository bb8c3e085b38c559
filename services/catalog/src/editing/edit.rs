//! Changes to existing products.

use sqlx::{PgConnection, PgPool};

use crate::{
    content::{
        change::{ChangedField, accepted_claims, differences},
        claim::{self, AcceptedClaim, FoundClaim},
        completeness,
        product_content::Content,
    },
    editing::{
        change_store::{self, NewChange},
        edit_store::{self, ClaimAcceptance, ContentUpdate},
        edited_product::EditedProduct,
        edited_store,
        editor::Editor,
        photo_check,
    },
    error::Error,
    products::product_state::ProductState,
    shelves::shelf_store,
};

/// A change to a product.
#[derive(Debug)]
pub enum Edit {
    /// Replaces the content.
    Content(Box<Content>),
    /// Changes the state.
    State {
        /// The new state.
        state: ProductState,
        /// True to publish the product even if no pack is in stock.
        without_stock: bool,
    },
    /// Accepts all claims of the product, for this reason.
    Acceptance(String),
}

/// Changes a product and records who did it. An edit that is already in effect changes nothing, for any
/// `editor.version`.
pub async fn apply(db: &PgPool, editor: Editor, edit: &Edit) -> Result<EditedProduct, Error> {
    // Two tries, because a concurrent change before the write may have been the same one.
    for _ in 0..2 {
        let stored = edited_store::find(db, editor.product_id).await?;
        let stored = stored.ok_or(Error::NotFound)?;
        if edit.is_done(&stored) {
            return Ok(stored);
        }
        if stored.version != editor.version {
            return Err(Error::Changed);
        }
        edit.check(&stored)?;
        if let Some(edited) = write(db, editor, edit, &stored).await? {
            return Ok(edited);
        }
    }
    Err(Error::Changed)
}

/// Writes the edit. Returns `None` if the product has another version by now.
async fn write(
    db: &PgPool,
    editor: Editor,
    edit: &Edit,
    stored: &EditedProduct,
) -> Result<Option<EditedProduct>, Error> {
    let mut transaction = database::begin(db).await?;
    let claims = claim::unaccepted(stored.claims.clone());
    let version = match edit {
        Edit::Content(content) => {
            photo_check::lock(&mut transaction, content).await?;
            let update = ContentUpdate {
                version: editor.version,
                content,
            };
            let versions = edit_store::update(&mut transaction, &[update]).await?;
            versions.get(&editor.product_id).copied()
        }
        Edit::State { state, .. } => edit_store::set_state(&mut transaction, editor, *state).await?,
        Edit::Acceptance(reason) => {
            let acceptance = ClaimAcceptance {
                claims: &claims,
                reason,
            };
            edit_store::accept(&mut transaction, editor, &acceptance).await?
        }
    };
    let Some(version) = version else {
        return Ok(None);
    };
    check_against_stock(&mut transaction, edit, stored).await?;
    let change = NewChange {
        product_id: editor.product_id,
        version,
        fields: edit.fields(stored, &claims),
    };
    change_store::add(&mut transaction, editor.staff_id, &[change], edit.reason()).await?;
    let edited = edited_store::find(&mut *transaction, editor.product_id).await?;
    transaction.commit().await?;
    Ok(edited)
}

/// Checks the written product against the stock: some pack is in stock, or staff asked to publish without
/// stock, and no price is above an MRP in stock. An unchanged price is not checked.
async fn check_against_stock(
    db: &mut PgConnection,
    edit: &Edit,
    stored: &EditedProduct,
) -> Result<(), Error> {
    let product_id = stored.cursor.id;
    match edit {
        Edit::State {
            state: ProductState::Published,
            without_stock,
        } => {
            if !without_stock && !shelf_store::is_in_stock(&mut *db, product_id).await? {
                return Err(Error::NoStock);
            }
        }
        Edit::Content(content) if is_repriced(stored, content) => {}
        Edit::State { .. } | Edit::Content(_) | Edit::Acceptance(_) => return Ok(()),
    }
    let above = shelf_store::above_mrp(db, &[product_id]).await?;
    if above.is_empty() {
        Ok(())
    } else {
        Err(Error::AboveMrp(above))
    }
}

/// Returns true if a product is on sale and this content changes its prices.
pub fn is_repriced(stored: &EditedProduct, content: &Content) -> bool {
    let price = |content: &Content| {
        let details = &content.details;
        (details.base_price_rupees, details.product_type)
    };
    stored.state == ProductState::Published && price(content) != price(&stored.content)
}

/// Fails unless the content may be sold: it is complete, and all of its claims are accepted.
pub fn may_be_sold(content: &Content, accepted: &[AcceptedClaim]) -> Result<(), Error> {
    let missing = completeness::missing(content);
    if !missing.is_empty() {
        return Err(Error::Incomplete(missing));
    }
    let unaccepted = claim::unaccepted(claim::find(content, accepted));
    if !unaccepted.is_empty() {
        return Err(Error::ForbiddenClaims(unaccepted));
    }
    Ok(())
}

impl Edit {
    /// Returns true if the product already is in this state.
    fn is_done(&self, stored: &EditedProduct) -> bool {
        match self {
            Self::Content(content) => **content == stored.content,
            Self::State { state, .. } => *state == stored.state,
            Self::Acceptance(_) => stored.claims.iter().all(|claim| claim.is_accepted),
        }
    }

    /// Fails if the product must not get this content or state.
    fn check(&self, stored: &EditedProduct) -> Result<(), Error> {
        let (content, state) = match self {
            Self::Content(content) => (&**content, stored.state),
            Self::State { state, .. } => (&stored.content, *state),
            Self::Acceptance(_) => return Ok(()),
        };
        if state != ProductState::Published {
            return Ok(());
        }
        may_be_sold(content, &stored.accepted)
    }

    /// The changed fields, for the history.
    fn fields(&self, stored: &EditedProduct, claims: &[FoundClaim]) -> Vec<ChangedField> {
        match self {
            Self::Content(content) => differences(Some(&stored.content), content),
            Self::State { state, .. } => {
                vec![ChangedField::new("state", stored.state.as_str(), state.as_str())]
            }
            Self::Acceptance(_) => vec![accepted_claims(claims)],
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Self::Acceptance(reason) => Some(reason),
            Self::Content(_) | Self::State { .. } => None,
        }
    }
}
