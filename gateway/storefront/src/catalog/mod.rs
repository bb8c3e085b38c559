//! Products: cards, prices, ratings, stock levels.

pub(crate) mod availability;
mod card;
pub(crate) mod card_pages;
pub(crate) mod cards;
mod filter;
pub(crate) mod labels;
pub(crate) mod listing;
pub(crate) mod product;
pub(crate) mod products;
pub(crate) mod ratings;
pub(crate) mod stock;
pub(crate) mod stock_alerts;
