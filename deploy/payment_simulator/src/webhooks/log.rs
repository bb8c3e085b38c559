//! The sent webhooks and their responses, for tests.

use std::collections::VecDeque;

use serde::Serialize;
use serde_json::{Value, json};

use super::event::Event;

/// The most events in the log; the oldest are removed.
const MAX: usize = 5_000;

/// The most responses in the log per event; a day of retries has fewer.
const MAX_RESPONSES: usize = 50;

#[derive(Debug, Serialize)]
struct WebhookResponse {
    /// Seconds since 1970.
    at: i64,
    /// The HTTP status; `None` if there was no response in time.
    status: Option<u16>,
}

#[derive(Debug)]
struct Entry {
    event: Event,
    attempts: u64,
    responses: Vec<WebhookResponse>,
    is_accepted: bool,
    is_given_up: bool,
}

#[derive(Debug, Default)]
pub(super) struct Log {
    entries: VecDeque<Entry>,
    sent: u64,
    accepted: u64,
}

impl Log {
    pub(super) fn add(&mut self, event: &Event) {
        if self.entries.len() >= MAX {
            self.entries.pop_front();
        }
        self.entries.push_back(Entry {
            event: event.clone(),
            attempts: 0,
            responses: Vec::new(),
            is_accepted: false,
            is_given_up: false,
        });
    }

    fn entry(&mut self, event_id: &str) -> Option<&mut Entry> {
        self.entries
            .iter_mut()
            .rev()
            .find(|entry| entry.event.id == event_id)
    }

    /// Counts an attempt before it is made.
    pub(super) fn count_attempt(&mut self, event_id: &str) {
        self.sent += 1;
        if let Some(entry) = self.entry(event_id) {
            entry.attempts += 1;
        }
    }

    pub(super) fn record_response(&mut self, event_id: &str, at: i64, status: Option<u16>) {
        let is_accepted = is_accepted(status);
        self.accepted += u64::from(is_accepted);
        if let Some(entry) = self.entry(event_id) {
            entry.is_accepted |= is_accepted;
            if entry.responses.len() < MAX_RESPONSES {
                entry.responses.push(WebhookResponse { at, status });
            }
        }
    }

    pub(super) fn give_up(&mut self, event_id: &str) {
        if let Some(entry) = self.entry(event_id) {
            entry.is_given_up = true;
        }
    }

    pub(super) fn event(&self, event_id: &str) -> Option<Event> {
        let entry = self.entries.iter().find(|entry| entry.event.id == event_id);
        entry.map(|entry| entry.event.clone())
    }

    pub(super) fn report(&self) -> Value {
        let events = self.entries.iter().map(|entry| {
            json!({
                "event_id": entry.event.id,
                "event": entry.event.name,
                "created_at": entry.event.created_ms.div_euclid(1000),
                "attempts": entry.attempts,
                "responses": entry.responses,
                "is_accepted": entry.is_accepted,
                "is_given_up": entry.is_given_up,
            })
        });
        json!({ "sent": self.sent, "accepted": self.accepted, "events": events.collect::<Vec<_>>() })
    }
}

/// True for 2xx; all else is a failure (`markdown/webhooks/best-practices.md`).
pub(super) fn is_accepted(status: Option<u16>) -> bool {
    matches!(status, Some(200..=299))
}
