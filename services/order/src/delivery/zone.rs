//! Delivery zones by distance from Surat, and their delivery times. Pure functions. The policy pages of the
//! shop promise these times: dispatch within 24 hours, 3-5 days to large cities, 4-7 elsewhere, 7-10 to
//! remote regions.

use time::{Date, Duration, Weekday};

/// A delivery zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    /// The shop's own city.
    City,
    /// Gujarat, and Mumbai.
    Near,
    /// The largest other cities.
    Metro,
    /// The rest of the mainland.
    Rest,
    /// The north-east, the islands, Jammu and Kashmir, and Ladakh.
    Far,
}

/// The districts of the largest cities, with the spelling of the pincode list.
const METROS: [(&str, &str); 9] = [
    ("Tamil Nadu", "Chennai"),
    ("Telangana", "Hyderabad"),
    ("Karnataka", "Bengaluru Urban"),
    ("West Bengal", "Kolkata"),
    ("Maharashtra", "Pune"),
    ("Maharashtra", "Thane"),
    ("Haryana", "Gurugram"),
    ("Haryana", "Faridabad"),
    ("Uttar Pradesh", "Gautam Buddha Nagar"),
];

const FAR: [&str; 12] = [
    "Andaman and Nicobar Islands",
    "Arunachal Pradesh",
    "Assam",
    "Jammu and Kashmir",
    "Ladakh",
    "Lakshadweep",
    "Manipur",
    "Meghalaya",
    "Mizoram",
    "Nagaland",
    "Sikkim",
    "Tripura",
];

impl Zone {
    const ALL: [Self; 5] = [Self::City, Self::Near, Self::Metro, Self::Rest, Self::Far];

    /// Returns the zone of a place.
    pub fn of(state: &str, district: &str) -> Self {
        match (state, district) {
            ("Gujarat", "Surat") => Self::City,
            ("Gujarat", _) | ("Maharashtra", "Mumbai" | "Mumbai Suburban") => Self::Near,
            ("Delhi", _) => Self::Metro,
            place if METROS.contains(&place) => Self::Metro,
            (state, _) if FAR.contains(&state) => Self::Far,
            _ => Self::Rest,
        }
    }

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::City => "city",
            Self::Near => "near",
            Self::Metro => "metro",
            Self::Rest => "rest",
            Self::Far => "far",
        }
    }

    /// Parses the zone from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|zone| zone.as_str() == word)
    }

    /// Returns the minimum and maximum number of days from the order to delivery.
    fn days(self) -> (i64, i64) {
        match self {
            Self::City => (2, 3),
            Self::Near => (3, 4),
            Self::Metro => (3, 5),
            Self::Rest => (4, 7),
            Self::Far => (7, 10),
        }
    }

    /// Returns the first and last delivery date of an order placed today. Carriers do not deliver on Sundays
    /// and holidays.
    pub fn delivery_dates(self, today: Date, holidays: &[Date]) -> (Date, Date) {
        let (least, most) = self.days();
        let workday = |mut date: Date| {
            while date.weekday() == Weekday::Sunday || holidays.contains(&date) {
                date += Duration::DAY;
            }
            date
        };
        (
            workday(today + Duration::days(least)),
            workday(today + Duration::days(most)),
        )
    }

    /// Returns true if COD is available in the zone.
    pub fn takes_cash(self) -> bool {
        self != Self::Far
    }
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    #[test]
    fn places_lie_in_their_zones() {
        let table = [
            ("Gujarat", "Surat", Zone::City),
            ("Gujarat", "Kachchh", Zone::Near),
            ("Maharashtra", "Mumbai", Zone::Near),
            ("Maharashtra", "Nagpur", Zone::Rest),
            ("Delhi", "New Delhi", Zone::Metro),
            ("Karnataka", "Bengaluru Urban", Zone::Metro),
            ("Assam", "Kamrup Metro", Zone::Far),
            ("Andaman and Nicobar Islands", "South Andamans", Zone::Far),
            ("Jammu and Kashmir", "Srinagar", Zone::Far),
            ("Bihar", "Patna", Zone::Rest),
        ];
        for (state, district, zone) in table {
            assert_eq!(Zone::of(state, district), zone, "{district}");
            assert_eq!(Zone::parse(zone.as_str()), Some(zone));
        }
    }

    #[test]
    fn nothing_comes_on_a_holiday() {
        // A Friday, and the Saturday and Monday around the Sunday behind it.
        let (friday, off) = (
            date!(2026 - 11 - 6),
            [date!(2026 - 11 - 7), date!(2026 - 11 - 9), date!(2026 - 11 - 10)],
        );
        let wednesday = friday - Duration::days(2);
        assert_eq!(
            Zone::City.delivery_dates(wednesday, &off),
            (friday, date!(2026 - 11 - 11))
        );
    }

    #[test]
    fn nothing_comes_on_a_sunday() {
        // A Monday.
        let today = date!(2026 - 11 - 23);
        assert_eq!(
            Zone::City.delivery_dates(today, &[]),
            (date!(2026 - 11 - 25), date!(2026 - 11 - 26))
        );
        // Three days after a Thursday is a Sunday.
        let thursday = date!(2026 - 11 - 26);
        assert_eq!(Zone::Near.delivery_dates(thursday, &[]).0, date!(2026 - 11 - 30));
        for day in 0..14 {
            for zone in Zone::ALL {
                let (first, last) = zone.delivery_dates(today + Duration::days(day), &[]);
                assert!(
                    first <= last && first.weekday() != Weekday::Sunday && last.weekday() != Weekday::Sunday
                );
            }
        }
    }
}
