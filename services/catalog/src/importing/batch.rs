//! A batch of rows of an import, checked against the stored products.

use std::collections::{HashMap, HashSet};

use csv_import::{CellError, Line, RowError};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    content::{change::differences, product_content::Content},
    editing::{
        change_store::NewChange, edit::is_repriced, edit_store::ContentUpdate, edited_product::EditedProduct,
        photo_check,
    },
    error::Error,
    importing::{
        cell_errors::{PRODUCT_ID, from_violations},
        row::{ImportRow, ImportUpdate},
    },
    shelves::shelf_store::AboveMrp,
};

/// The error for a row whose product does not exist.
const UNKNOWN: &str = "There is no product with this id";

/// The error for a product that occurs twice: a file changes a product once.
const TWICE: &str = "The file names this product twice";

/// A batch of rows of an import.
#[derive(Debug)]
pub struct Batch {
    /// The start of the import's transaction.
    begun_at: OffsetDateTime,
    drafts: Vec<(Line, Content)>,
    changes: Vec<(Line, Content, EditedProduct)>,
    /// The products that rows name.
    named: HashSet<Uuid>,
    errors: Vec<RowError>,
}

impl Batch {
    /// Creates an empty batch. `begun_at` is the start of the transaction.
    pub fn new(begun_at: OffsetDateTime) -> Self {
        Self {
            begun_at,
            drafts: Vec::new(),
            changes: Vec::new(),
            named: HashSet::new(),
            errors: Vec::new(),
        }
    }

    /// Adds a row. `stored` are the stored products that rows name.
    pub fn add(
        &mut self,
        line: Line,
        row: ImportRow,
        stored: &mut HashMap<Uuid, EditedProduct>,
    ) -> Result<(), Error> {
        match row {
            ImportRow::New(content) => {
                let mut content = *content;
                content.details.id = Uuid::now_v7();
                self.drafts.push((line, content));
                Ok(())
            }
            ImportRow::Update(change) => self.change(line, *change, stored),
        }
    }

    fn change(
        &mut self,
        line: Line,
        change: ImportUpdate,
        stored: &mut HashMap<Uuid, EditedProduct>,
    ) -> Result<(), Error> {
        let is_first = self.named.insert(change.product_id);
        let Some(stored) = stored.remove(&change.product_id) else {
            let message = if is_first { UNKNOWN } else { TWICE };
            self.refuse(line, PRODUCT_ID, message);
            self.refuse_cells(line, change.unread);
            return Ok(());
        };
        // A change at the very start of this transaction was made by an earlier row of the same import.
        if !is_first
            || stored
                .last_change
                .is_some_and(|last| last.changed_at == self.begun_at)
        {
            self.refuse(line, PRODUCT_ID, TWICE);
            self.refuse_cells(line, change.unread);
            return Ok(());
        }
        match change.apply_to(&stored)? {
            Ok(Some(content)) => self.changes.push((line, content, stored)),
            Ok(None) => {}
            Err(errors) => self.refuse_cells(line, errors),
        }
        Ok(())
    }

    /// All contents to write.
    pub fn contents(&self) -> Vec<&Content> {
        let changes = self.changes.iter().map(|(_, content, _)| content);
        self.drafts
            .iter()
            .map(|(_, content)| content)
            .chain(changes)
            .collect()
    }

    /// Refuses the rows that name removed photos.
    pub fn refuse_removed(&mut self, removed: &HashSet<String>) {
        if removed.is_empty() {
            return;
        }
        let errors = &mut self.errors;
        let mut is_whole = |line: Line, content: &Content| {
            let missing = from_violations(&photo_check::missing(content, removed));
            let is_whole = missing.is_empty();
            errors.extend(
                missing
                    .into_iter()
                    .map(|CellError { column, message }| RowError::new(line, column, message)),
            );
            is_whole
        };
        self.drafts.retain(|(line, content)| is_whole(*line, content));
        self.changes.retain(|(line, content, _)| is_whole(*line, content));
    }

    /// The product names that this import introduces.
    pub fn new_names(&self) -> Vec<String> {
        let drafts = self.drafts.iter().map(|(_, content)| content);
        let renamed = self.changes.iter().filter_map(|(_, content, stored)| {
            let is_new = content.details.product_name != stored.content.details.product_name;
            is_new.then_some(content)
        });
        let names = drafts
            .chain(renamed)
            .map(|content| content.details.product_name.clone());
        names.collect()
    }

    /// Refuses rows whose name belongs to another product or an earlier row. `ids_by_name`
    /// are the products that have the names.
    pub fn refuse_taken(&mut self, ids_by_name: &HashMap<String, Uuid>) {
        let mut lines_by_name: HashMap<String, Line> = HashMap::new();
        let mut names: Vec<_> = self
            .drafts
            .iter()
            .map(|(line, content)| (*line, content))
            .chain(self.changes.iter().map(|(line, content, _)| (*line, content)))
            .collect();
        names.sort_unstable_by_key(|(line, _)| *line);
        let mut refused = HashMap::new();
        for (line, content) in names {
            let name = &content.details.product_name;
            if let Some(first) = lines_by_name.get(name) {
                refused.insert(line, format!("The row on line {first} has this name"));
            } else {
                lines_by_name.insert(name.clone(), line);
                if ids_by_name
                    .get(name)
                    .is_some_and(|owner| *owner != content.details.id)
                {
                    refused.insert(line, Error::NameTaken.to_string());
                }
            }
        }
        self.drafts.retain(|(line, _)| !refused.contains_key(line));
        self.changes.retain(|(line, _, _)| !refused.contains_key(line));
        for (line, message) in refused {
            self.refuse(line, "product_name", &message);
        }
    }

    /// The products whose prices change.
    pub fn repriced(&self) -> Vec<Uuid> {
        let changes = self.changes.iter();
        let repriced = changes.filter(|(_, content, stored)| is_repriced(stored, content));
        repriced.map(|(_, content, _)| content.details.id).collect()
    }

    /// Refuses the rows whose price is above the MRP of packs in stock.
    pub fn refuse_above_mrp(&mut self, above: &[AboveMrp]) {
        for above in above {
            let of_product =
                |(_, content, _): &&(Line, Content, EditedProduct)| content.details.id == above.product_id;
            if let Some(line) = self.changes.iter().find(of_product).map(|(line, ..)| *line) {
                self.refuse(line, "price", &above.to_string());
            }
        }
    }

    /// The new products.
    pub fn drafts(&self) -> Vec<&Content> {
        self.drafts.iter().map(|(_, content)| content).collect()
    }

    /// The changed products.
    pub fn updates(&self) -> Vec<ContentUpdate<'_>> {
        let changes = self.changes.iter().map(|(_, content, stored)| ContentUpdate {
            version: stored.version,
            content,
        });
        changes.collect()
    }

    /// The changes for the history. `versions` are the new versions of the products.
    pub fn history(&self, versions: &HashMap<Uuid, i64>) -> Vec<NewChange> {
        let drafts = self.drafts.iter().map(|(_, content)| (None, content));
        let changes = self
            .changes
            .iter()
            .map(|(_, content, stored)| (Some(stored), content));
        let written = drafts.chain(changes).filter_map(|(stored, content)| {
            let product_id = content.details.id;
            Some(NewChange {
                product_id,
                version: *versions.get(&product_id)?,
                fields: differences(stored.map(|stored| &stored.content), content),
            })
        });
        written.collect()
    }

    /// The errors of the rows.
    pub fn into_errors(self) -> Vec<RowError> {
        self.errors
    }

    fn refuse_cells(&mut self, line: Line, errors: Vec<CellError>) {
        let errors = errors.into_iter();
        let errors = errors.map(|CellError { column, message }| RowError::new(line, column, message));
        self.errors.extend(errors);
    }

    fn refuse(&mut self, line: Line, column: &str, message: &str) {
        self.errors.push(RowError::new(line, column, message));
    }
}
