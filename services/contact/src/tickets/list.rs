//! Ticket lists and search for staff.

use runtime::status::{Violation, field};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Cursor, Page, SearchText};

use crate::tickets::{
    search_store,
    ticket::{State, Ticket},
    ticket_number, ticket_store,
};

/// The default page size.
const USUAL: i32 = 50;

/// The position before the first ticket by deadline.
const FIRST: Cursor = Cursor {
    at: OffsetDateTime::UNIX_EPOCH,
    id: Uuid::nil(),
};

/// A ticket search.
#[derive(Debug, Clone)]
pub struct TicketSearch {
    /// The search text. `None` for all tickets.
    pub text: Option<SearchText<i64>>,
    /// The state filter. `None` for all states.
    pub state: Option<State>,
    /// The page.
    pub page: Page,
}

impl TicketSearch {
    /// Validates the values. Returns every violation.
    pub fn parse(
        state: Option<State>,
        query: &str,
        page_size: i32,
        page_token: &str,
    ) -> Result<Self, Vec<Violation>> {
        let mut violations = Vec::new();
        let text = field(
            "query",
            SearchText::parse(query, ticket_number::parse),
            &mut violations,
        );
        let size = if page_size == 0 { USUAL } else { page_size };
        let page = Page::read("tickets", size, page_token, &mut violations);
        let search = (|| {
            let mut page = page?;
            // The default page starts at the newest entry; the list of open tickets starts at the earliest
            // deadline.
            if state == Some(State::Open) && page_token.is_empty() {
                page.behind = FIRST;
            }
            Some(Self {
                text: text?,
                state,
                page,
            })
        })();
        search.ok_or(violations)
    }

    /// The sort position of a ticket in this list.
    pub fn cursor(&self, ticket: &Ticket) -> Cursor {
        let is_by_due = self.state == Some(State::Open);
        Cursor {
            at: if is_by_due {
                ticket.due_at
            } else {
                ticket.last_entry_at
            },
            id: ticket.id,
        }
    }
}

/// Returns a page of matching tickets.
pub async fn tickets(db: &PgPool, search: &TicketSearch) -> sqlx::Result<Vec<Ticket>> {
    let ids = ids(db, search).await?;
    ticket_store::of_ids(db, &ids).await
}

async fn ids(db: &PgPool, search: &TicketSearch) -> sqlx::Result<Vec<Uuid>> {
    let (page, state) = (search.page, search.state);
    let Some(text) = &search.text else {
        return match state {
            Some(State::Open) => search_store::open(db, page).await,
            Some(state) => search_store::in_state(db, page, state.as_str()).await,
            None => search_store::all(db, page).await,
        };
    };
    let found = match text {
        SearchText::Own(number) => search_store::with_number(db, *number).await,
        SearchText::Email(email) => search_store::with_email(db, email).await,
        SearchText::MobileNumber(phone) => search_store::with_phone(db, phone).await,
        SearchText::Name(name) => search_store::with_name(db, name).await,
    }?;
    match state {
        Some(State::Open) => search_store::open_matching(db, page, &found).await,
        state => search_store::matching(db, page, &found, state.map(State::as_str)).await,
    }
}
