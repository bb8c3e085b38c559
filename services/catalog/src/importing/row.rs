//! A row of a file: a new product, or a change of one.

use csv_import::{CellError, Record};
use uuid::Uuid;

use crate::{
    content::{typed_content::TypedContent, written_content::Content},
    editing::{edit::may_be_sold, edited_product::EditedProduct},
    error::Error,
    importing::{
        cells::Cells,
        told::{PRODUCT_ID, STATE, of_refusal, of_violations},
    },
    products::product_state::ProductState,
};

/// What a row says.
#[derive(Debug)]
pub enum Row {
    /// A new product, which has no id yet.
    New(Box<Content>),
    /// A change of a product.
    Known(Box<Change>),
}

/// A change of a product.
#[derive(Debug)]
pub struct Change {
    /// Which.
    pub product_id: Uuid,
    /// The same, as rows are known by.
    pub key: String,
    state: Option<ProductState>,
    cells: Cells,
    /// Cells that cannot be read, for which others are read as if they were not there.
    pub unread: Vec<CellError>,
}

impl Row {
    /// Reads a row by the rules that need no other product. Of a new one everything is known; what a change leads to depends on
    /// what the product says.
    pub fn read(record: &Record<'_>) -> Result<Self, Vec<CellError>> {
        let mut errors = Vec::new();
        let product_id = id(record.get(PRODUCT_ID)).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let state = state(record.get(STATE)).unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let cells = Cells::read(record, &mut errors);
        if let Some(product_id) = product_id {
            // What else is wrong with it is known once the product is.
            return Ok(Self::Known(Box::new(Change {
                product_id,
                key: product_id.to_string(),
                state,
                cells,
                unread: errors,
            })));
        }
        // Whose id cannot be read may be a product that says what the row does not.
        if errors.iter().any(|error| error.column == PRODUCT_ID) {
            return Err(errors);
        }
        if state.is_some_and(|state| state != ProductState::Draft) {
            let message = "A new product begins as a draft. Leave this empty, and publish it on its page";
            errors.push(CellError::new(STATE, message));
        }
        match cells.over(TypedContent::default()).check(Uuid::nil()) {
            Ok(content) if errors.is_empty() => Ok(Self::New(Box::new(content))),
            read => Err(with_rules(
                errors,
                &of_violations(&read.err().unwrap_or_default()),
            )),
        }
    }
}

impl Row {
    /// The change of a product; none for a new one.
    pub fn known(&self) -> Option<&Change> {
        match self {
            Self::New(_) => None,
            Self::Known(change) => Some(change),
        }
    }
}

impl Change {
    /// What the product says from now on; none where that is what it says already. The inner error is what is wrong with the row.
    pub fn of(self, stands: &EditedProduct) -> Result<Result<Option<Content>, Vec<CellError>>, Error> {
        if let Some(state) = self.state.filter(|state| *state != stands.state) {
            let (stands, asked) = (stands.state.as_str(), state.as_str());
            let message =
                format!("The product is {stands}, and no file makes it {asked}. Change that on its page");
            return Ok(Err(vec![CellError::new(STATE, message)]));
        }
        let said = TypedContent::of(&stands.content);
        if !self.unread.is_empty() {
            let broken = self
                .cells
                .over(said)
                .check(self.product_id)
                .err()
                .unwrap_or_default();
            return Ok(Err(with_rules(self.unread, &of_violations(&broken))));
        }
        let says = self.cells.over(said.clone());
        // What nobody changed is not looked at: it may be older than a rule.
        if says == said {
            return Ok(Ok(None));
        }
        let content = match says.check(self.product_id) {
            Ok(content) => content,
            Err(violations) => return Ok(Err(of_violations(&violations))),
        };
        if content == stands.content {
            return Ok(Ok(None));
        }
        if stands.state == ProductState::Published
            && let Err(refusal) = may_be_sold(&content, &stands.accepted)
        {
            return of_refusal(refusal).map(Err);
        }
        Ok(Ok(Some(content)))
    }
}

/// What is wrong with cells that cannot be read, and the rules that the others break.
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
    let message = "This is no product's id. Leave it empty for a new product";
    let read = Uuid::parse_str(cell).map_err(|_| CellError::new(PRODUCT_ID, message));
    read.map(Some)
}

fn state(cell: &str) -> Result<Option<ProductState>, CellError> {
    if cell.is_empty() {
        return Ok(None);
    }
    let known = ProductState::read(&cell.to_lowercase());
    let message = "A product is draft, published or archived. Leave this empty";
    known.map(Some).ok_or_else(|| CellError::new(STATE, message))
}
