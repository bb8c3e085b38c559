//! A row of a file: a new product, or a change to an existing one.

use csv_import::{CellError, Record};
use uuid::Uuid;

use crate::{
    content::{content_input::ContentInput, product_content::Content},
    editing::{edit::may_be_sold, edited_product::EditedProduct},
    error::Error,
    importing::{
        cell_errors::{PRODUCT_ID, STATE, from_refusal, from_violations},
        cells::Cells,
    },
    products::product_state::ProductState,
};

/// A parsed row.
#[derive(Debug)]
pub enum ImportRow {
    /// A new product, without an id.
    New(Box<Content>),
    /// A change to a product.
    Update(Box<ImportUpdate>),
}

/// A change to a product.
#[derive(Debug)]
pub struct ImportUpdate {
    /// The product's id.
    pub product_id: Uuid,
    /// The same id, as the key of the row.
    pub key: String,
    state: Option<ProductState>,
    cells: Cells,
    /// The cells that do not parse. They are treated as absent.
    pub unread: Vec<CellError>,
}

impl ImportRow {
    /// Parses a row without looking at stored products. A new product is validated completely, a change later
    /// against its product.
    pub fn parse(record: &Record<'_>) -> Result<Self, Vec<CellError>> {
        let mut errors = Vec::new();
        let product_id = id(record.get(PRODUCT_ID)).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let state = state(record.get(STATE)).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let cells = Cells::parse(record, &mut errors);
        if let Some(product_id) = product_id {
            // A change is validated later, against its product.
            return Ok(Self::Update(Box::new(ImportUpdate {
                product_id,
                key: product_id.to_string(),
                state,
                cells,
                unread: errors,
            })));
        }
        // A row whose id does not parse may belong to a product that has the missing fields.
        if errors.iter().any(|error| error.column == PRODUCT_ID) {
            return Err(errors);
        }
        if state.is_some_and(|state| state != ProductState::Draft) {
            let message = "A new product begins as a draft. Leave this empty, and publish it on its page";
            errors.push(CellError::new(STATE, message));
        }
        match cells.over(ContentInput::default()).validate(Uuid::nil()) {
            Ok(content) if errors.is_empty() => Ok(Self::New(Box::new(content))),
            read => Err(with_rules(
                errors,
                &from_violations(&read.err().unwrap_or_default()),
            )),
        }
    }
}

impl ImportRow {
    /// The change to a product; `None` for a new product.
    pub fn update(&self) -> Option<&ImportUpdate> {
        match self {
            Self::New(_) => None,
            Self::Update(change) => Some(change),
        }
    }
}

impl ImportUpdate {
    /// Returns the new content; `None` if it equals the stored one. The inner error has the row's errors.
    pub fn apply_to(self, stored: &EditedProduct) -> Result<Result<Option<Content>, Vec<CellError>>, Error> {
        if let Some(state) = self.state.filter(|state| *state != stored.state) {
            let (stored, requested) = (stored.state.as_str(), state.as_str());
            let message =
                format!("The product is {stored}. A file cannot make it {requested}: change it on its page");
            return Ok(Err(vec![CellError::new(STATE, message)]));
        }
        let current = ContentInput::from_content(&stored.content);
        if !self.unread.is_empty() {
            let broken = self
                .cells
                .over(current)
                .validate(self.product_id)
                .err()
                .unwrap_or_default();
            return Ok(Err(with_rules(self.unread, &from_violations(&broken))));
        }
        let changed = self.cells.over(current.clone());
        // An unchanged product is not validated: it may be older than a rule.
        if changed == current {
            return Ok(Ok(None));
        }
        let content = match changed.validate(self.product_id) {
            Ok(content) => content,
            Err(violations) => return Ok(Err(from_violations(&violations))),
        };
        if content == stored.content {
            return Ok(Ok(None));
        }
        if stored.state == ProductState::Published
            && let Err(refusal) = may_be_sold(&content, &stored.accepted)
        {
            return from_refusal(refusal).map(Err);
        }
        Ok(Ok(Some(content)))
    }
}

/// Joins the errors of cells that do not parse with the violations of the other cells.
fn with_rules(mut unread: Vec<CellError>, broken: &[CellError]) -> Vec<CellError> {
    let columns: Vec<_> = unread.iter().map(|error| error.column).collect();
    let others = broken.iter().filter(|error| !columns.contains(&error.column));
    unread.extend(others.cloned());
    unread
}

fn id(cell: &str) -> Result<Option<Uuid>, CellError> {
    if cell.is_empty() {
        return Ok(None);
    }
    let message = "No product has this id. Leave it empty for a new product";
    let read = Uuid::parse_str(cell).map_err(|_| CellError::new(PRODUCT_ID, message));
    read.map(Some)
}

fn state(cell: &str) -> Result<Option<ProductState>, CellError> {
    if cell.is_empty() {
        return Ok(None);
    }
    let known = ProductState::parse(&cell.to_lowercase());
    let message = "A product is draft, published or archived. Leave this empty";
    known.map(Some).ok_or_else(|| CellError::new(STATE, message))
}
