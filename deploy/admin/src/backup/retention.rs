//! Retention: the newest backup of each of seven days, and of each of four weeks.

use std::collections::BTreeSet;

use super::catalogue::Backup;

const DAYS: usize = 7;
const WEEKS: usize = 4;

/// Returns the names of the backups to keep. `backups` are sorted, the oldest first. Days and weeks without
/// backups do not count, so a server that was off keeps its old ones.
pub(super) fn kept(backups: &[Backup]) -> BTreeSet<String> {
    let day = |backup: &Backup| backup.made_at.to_julian_day();
    // Julian days begin on a Monday, so that a calendar week is one number.
    let week = |backup: &Backup| backup.made_at.to_julian_day().div_euclid(7);
    let mut kept = newest_of_each(backups, DAYS, day);
    kept.extend(newest_of_each(backups, WEEKS, week));
    kept
}

/// Returns the first WAL file that a kept backup needs; `None` if no backup is kept.
pub(super) fn first_wal<'a>(backups: &'a [Backup], kept: &BTreeSet<String>) -> Option<&'a str> {
    let kept = backups.iter().filter(|backup| kept.contains(&backup.name));
    kept.map(|backup| backup.first_wal.as_str()).min()
}

fn newest_of_each(backups: &[Backup], most: usize, time: impl Fn(&Backup) -> i32) -> BTreeSet<String> {
    let mut times = BTreeSet::new();
    let newest = backups.iter().rev().filter(|backup| times.insert(time(backup)));
    newest.take(most).map(|backup| backup.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use time::{Duration, macros::datetime};

    use super::*;

    /// One backup per night, starting on a Monday.
    fn nights(count: i64) -> Vec<Backup> {
        let first = datetime!(2026-01-05 02:30 UTC);
        let nights = (0..count).map(|night| Backup {
            name: format!("{night:02}"),
            made_at: first + Duration::days(night),
            first_wal: String::new(),
            last_wal: String::new(),
            postgres: "15".to_owned(),
        });
        nights.collect()
    }

    fn kept_of(count: i64) -> Vec<String> {
        kept(&nights(count)).into_iter().collect()
    }

    #[test]
    fn seven_days_and_four_weeks_are_kept() {
        // The last night is a Sunday, the 41st after the first, and its week includes the kept days.
        assert_eq!(
            kept_of(42),
            ["20", "27", "34", "35", "36", "37", "38", "39", "40", "41"]
        );
    }

    #[test]
    fn nothing_is_removed_from_a_young_shop_nor_ever_the_newest() {
        assert_eq!(kept_of(7).len(), 7);
        assert_eq!(kept_of(1), ["00"]);
        assert!(kept(&[]).is_empty());
    }

    #[test]
    fn the_newest_of_a_day_stands_for_it() {
        let mut backups = nights(1);
        let again = Backup {
            name: "again".to_owned(),
            made_at: backups[0].made_at + Duration::hours(3),
            ..backups[0].clone()
        };
        backups.push(again);
        assert_eq!(kept(&backups).into_iter().collect::<Vec<_>>(), ["again"]);
    }
}
