//! The content of a product as staff typed it, and its validation.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::Line;

use crate::{
    content::{
        photo_address::is_photo,
        product_content::Content,
        text_fields::{different, line, lines, paragraphs},
    },
    products::{
        concern::CONCERNS, hsn_code::HsnCode, product::ProductDetails, product_type::ProductType,
        tax_class::TaxClass,
    },
};

/// The maximum price of the smallest pack, in rupees. The largest pack costs some 2.6 times as much.
const MOST_RUPEES: i64 = 20_000;

/// The maximum of `discount_percent`: how far the listed price is above the selling price.
const MOST_PERCENT: i32 = 90;

/// The maximum size of a product's texts, in bytes. Lists carry whole products, and the database has the same
/// limit (`products_size`).
const MOST_BYTES: usize = 60_000;

/// The typed content. [`ContentInput::validate`] turns it into a [`Content`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContentInput {
    /// The English name.
    pub product_name: String,
    /// The name in Devanagari.
    pub hindi_name: String,
    /// A short line below the name.
    pub tagline: String,
    /// The packaging; `None` if missing or unknown.
    pub product_type: Option<ProductType>,
    /// The price of the smallest pack, in paise.
    pub actual_price_paise: i64,
    /// How far the listed price is above the selling price, in percent.
    pub discount_percent: i32,
    /// The addresses of its photos.
    pub photos: Vec<String>,
    /// The description.
    pub description: String,
    /// The ingredients.
    pub ingredients: Vec<String>,
    /// The traditional uses.
    pub benefits: Vec<String>,
    /// Other names for the search.
    pub other_names: Vec<String>,
    /// The concerns under which shoppers find it.
    pub concerns: Vec<String>,
    /// The instructions for use.
    pub how_to_use: String,
    /// The warnings: who should not take it.
    pub cautions: String,
    /// The storage instructions.
    pub storage: String,
    /// The tax class; empty if not set.
    pub tax_class: String,
    /// The HSN code; empty for the default.
    pub hsn_code: String,
}

/// The texts of a product, without its lists.
struct Texts {
    product_name: String,
    hindi_name: String,
    tagline: String,
    description: String,
    how_to_use: String,
    cautions: String,
    storage: String,
}

/// The lists of a product.
struct Lists {
    photos: Vec<String>,
    ingredients: Vec<String>,
    benefits: Vec<String>,
    other_names: Vec<String>,
    concerns: Vec<String>,
}

impl ContentInput {
    /// Returns the typed form of an unchanged content.
    pub fn from_content(content: &Content) -> Self {
        let details = content.details.clone();
        Self {
            product_name: details.product_name,
            hindi_name: details.hindi_name,
            tagline: details.tagline,
            product_type: Some(details.product_type),
            actual_price_paise: i64::from(details.base_price_rupees) * 100,
            discount_percent: details.discount_percent,
            photos: details.photos,
            description: details.description,
            ingredients: details.ingredients,
            benefits: details.benefits,
            other_names: details.other_names,
            concerns: details.concerns,
            how_to_use: details.how_to_use,
            cautions: details.cautions,
            storage: details.storage,
            tax_class: content.tax_class.as_str().to_owned(),
            hsn_code: content.hsn_code.as_str().to_owned(),
        }
    }

    /// Validates the values for the product with this id. Fails with all violations, whose fields are named
    /// as in the contract's `ProductContent`.
    pub fn validate(&self, id: Uuid) -> Result<Content, Vec<Violation>> {
        let mut violations = Vec::new();
        let texts = self.texts(&mut violations);
        let lists = self.lists(&mut violations);
        let missing_type = || Rule::Required.says("Choose a box or a pouch");
        let product_type = field(
            "type",
            self.product_type.ok_or_else(missing_type),
            &mut violations,
        );
        let base_price_rupees = field("actual_price_paise", self.rupees(), &mut violations);
        let discount_percent = field("discount_percent", self.percent(), &mut violations);
        let tax_class = field("tax_class", self.tax_class(), &mut violations);
        let hsn_code = field("hsn_code", self.hsn_code(), &mut violations);
        let content = (|| {
            let (texts, lists) = (texts?, lists?);
            Some(Content {
                details: ProductDetails {
                    id,
                    product_name: texts.product_name,
                    hindi_name: texts.hindi_name,
                    tagline: texts.tagline,
                    product_type: product_type?,
                    base_price_rupees: base_price_rupees?,
                    discount_percent: discount_percent?,
                    photos: lists.photos,
                    description: texts.description,
                    ingredients: lists.ingredients,
                    benefits: lists.benefits,
                    other_names: lists.other_names,
                    concerns: lists.concerns,
                    how_to_use: texts.how_to_use,
                    cautions: texts.cautions,
                    storage: texts.storage,
                },
                tax_class: tax_class?,
                hsn_code: hsn_code?,
            })
        })();
        let content = content.ok_or(violations)?;
        if content.size() > MOST_BYTES {
            return Err(vec![too_large()]);
        }
        Ok(content)
    }

    /// Returns the content unvalidated, to search it for claims: incomplete products have claims, too. Only
    /// the size is limited.
    pub fn as_typed(&self) -> Result<Content, Vec<Violation>> {
        let details = ProductDetails {
            id: Uuid::nil(),
            product_name: self.product_name.clone(),
            hindi_name: self.hindi_name.clone(),
            tagline: self.tagline.clone(),
            product_type: self.product_type.unwrap_or(ProductType::Pouch),
            base_price_rupees: 1,
            discount_percent: 0,
            photos: Vec::new(),
            description: self.description.clone(),
            ingredients: self.ingredients.clone(),
            benefits: self.benefits.clone(),
            other_names: self.other_names.clone(),
            concerns: Vec::new(),
            how_to_use: self.how_to_use.clone(),
            cautions: String::new(),
            storage: self.storage.clone(),
        };
        let content = Content {
            details,
            tax_class: TaxClass::Unclassified,
            hsn_code: HsnCode::default(),
        };
        if content.size() > MOST_BYTES {
            return Err(vec![too_large()]);
        }
        Ok(content)
    }

    fn texts(&self, violations: &mut Vec<Violation>) -> Option<Texts> {
        let name = Line::<100>::read(&self.product_name).map(Line::into_string);
        let product_name = field(
            "product_name",
            name.map_err(|broken| broken.of("Name")),
            violations,
        );
        let hindi_name = line::<100>("hindi_name", "Hindi name", &self.hindi_name, violations);
        let tagline = line::<120>("tagline", "The line below the name", &self.tagline, violations);
        let description = paragraphs::<5_000>("description", "Description", &self.description, violations);
        let how_to_use = paragraphs::<1_000>("how_to_use", "How to use it", &self.how_to_use, violations);
        let cautions = paragraphs::<1_000>("cautions", "The text of cautions", &self.cautions, violations);
        let storage = paragraphs::<1_000>("storage", "How to keep it", &self.storage, violations);
        Some(Texts {
            product_name: product_name?,
            hindi_name: hindi_name?,
            tagline: tagline?,
            description: description?,
            how_to_use: how_to_use?,
            cautions: cautions?,
            storage: storage?,
        })
    }

    fn lists(&self, violations: &mut Vec<Violation>) -> Option<Lists> {
        let photos = different("photos", 12, &self.photos, violations, |address| {
            let unknown = || Rule::Malformed.says("Upload the photo, and use the address that it gets");
            is_photo(address).then(|| address.to_owned()).ok_or_else(unknown)
        });
        let ingredients = lines::<200>("ingredients", 30, &self.ingredients, violations);
        let benefits = lines::<300>("benefits", 20, &self.benefits, violations);
        let other_names = lines::<100>("other_names", 30, &self.other_names, violations);
        let concerns = different("concerns", 10, &self.concerns, violations, |concern| {
            let unknown = || Rule::Unknown.says(format!("Choose one of these: {}", CONCERNS.join(", ")));
            let known = CONCERNS.contains(&concern);
            known.then(|| concern.to_owned()).ok_or_else(unknown)
        });
        Some(Lists {
            photos: photos?,
            ingredients: ingredients?,
            benefits: benefits?,
            other_names: other_names?,
            concerns: concerns?,
        })
    }

    fn rupees(&self) -> Result<i32, Broken> {
        if self.actual_price_paise % 100 != 0 {
            return Err(Rule::NotWhole.says("The price should be in whole rupees"));
        }
        let rupees = self.actual_price_paise / 100;
        let is_in_range = (1..=MOST_RUPEES).contains(&rupees);
        let rupees = i32::try_from(rupees).ok().filter(|_| is_in_range);
        rupees.ok_or_else(|| {
            let rule = Rule::OutOfRange {
                min: 1,
                max: MOST_RUPEES,
            };
            rule.says(format!("The price should be 1 to {MOST_RUPEES} rupees"))
        })
    }

    fn percent(&self) -> Result<i32, Broken> {
        let percent = Some(self.discount_percent).filter(|percent| (0..=MOST_PERCENT).contains(percent));
        percent.ok_or_else(|| {
            let rule = Rule::OutOfRange {
                min: 0,
                max: MOST_PERCENT.into(),
            };
            rule.says(format!("The discount should be 0 to {MOST_PERCENT} percent"))
        })
    }

    fn tax_class(&self) -> Result<TaxClass, Broken> {
        if self.tax_class.is_empty() {
            return Ok(TaxClass::Unclassified);
        }
        TaxClass::parse(&self.tax_class).ok_or_else(|| {
            let known = TaxClass::ALL.map(TaxClass::as_str).join(", ");
            Rule::Unknown.says(format!("Choose a tax: {known}"))
        })
    }

    fn hsn_code(&self) -> Result<HsnCode, Broken> {
        if self.hsn_code.is_empty() {
            return Ok(HsnCode::default());
        }
        let malformed = || Rule::Malformed.says("An HSN code has 4, 6 or 8 digits, such as 1211");
        HsnCode::parse(&self.hsn_code).ok_or_else(malformed)
    }
}

/// The violation for texts that are too large for lists of products. Hindi takes three bytes per letter.
pub fn too_large() -> Violation {
    let broken = Rule::TooLong { max: MOST_BYTES };
    let words =
        format!("All texts of a product together should have at most {MOST_BYTES} bytes. Shorten some");
    Violation::new("description", broken.says(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> ContentInput {
        ContentInput {
            product_name: "Karela Powder".to_owned(),
            product_type: Some(ProductType::Pouch),
            actual_price_paise: 24_900,
            ..ContentInput::default()
        }
    }

    /// The invalid fields, with their error codes.
    fn wrong(change: impl FnOnce(&mut ContentInput)) -> Vec<(String, &'static str)> {
        let mut content = typed();
        change(&mut content);
        let violations = content
            .validate(Uuid::nil())
            .err()
            .unwrap_or_default()
            .into_iter();
        violations
            .map(|violation| (violation.field.into_owned(), violation.broken.rule().code()))
            .collect()
    }

    /// Checks that a text of `most` letters is accepted, and a longer one refused.
    fn bound(field: &str, most: usize, write: impl Fn(&mut ContentInput, String)) {
        assert_eq!(wrong(|typed| write(typed, "क".repeat(most))), [], "{field}");
        let long = wrong(|typed| write(typed, "क".repeat(most + 1)));
        assert_eq!(long, [(field.to_owned(), "TOO_LONG")]);
        let hidden = wrong(|typed| write(typed, "a\u{202e}b".to_owned()));
        assert_eq!(hidden, [(field.to_owned(), "NOT_ALLOWED_CHARACTERS")]);
    }

    #[test]
    fn texts_have_bounds() {
        bound("product_name", 100, |typed, text| typed.product_name = text);
        bound("hindi_name", 100, |typed, text| typed.hindi_name = text);
        bound("tagline", 120, |typed, text| typed.tagline = text);
        bound("description", 5_000, |typed, text| typed.description = text);
        bound("how_to_use", 1_000, |typed, text| typed.how_to_use = text);
        bound("cautions", 1_000, |typed, text| typed.cautions = text);
        bound("storage", 1_000, |typed, text| typed.storage = text);
        bound("ingredients[0]", 200, |typed, text| {
            typed.ingredients = vec![text];
        });
        bound("benefits[0]", 300, |typed, text| typed.benefits = vec![text]);
        bound("other_names[0]", 100, |typed, text| {
            typed.other_names = vec![text];
        });
        assert_eq!(
            wrong(|typed| typed.product_name = " ".to_owned()),
            [("product_name".to_owned(), "REQUIRED")]
        );
        assert_eq!(
            wrong(|typed| typed.tagline = "two\nlines".to_owned()),
            [("tagline".to_owned(), "NOT_ALLOWED_CHARACTERS")]
        );
        assert_eq!(
            wrong(|typed| typed.benefits = vec!["Bitter".to_owned(), String::new()]),
            [("benefits[1]".to_owned(), "REQUIRED")]
        );
    }

    /// Checks that `most` entries are accepted, and one more refused.
    fn list_bound(field: &str, most: usize, write: impl Fn(&mut ContentInput, usize)) {
        assert_eq!(wrong(|typed| write(typed, most)), [], "{field}");
        let long = wrong(|typed| write(typed, most + 1));
        assert_eq!(long, [(field.to_owned(), "TOO_MANY")]);
    }

    #[test]
    fn lists_have_bounds() {
        let entries =
            |count: usize| -> Vec<_> { (0..count).map(|number| format!("Entry {number}")).collect() };
        list_bound("ingredients", 30, |typed, count| {
            typed.ingredients = entries(count);
        });
        list_bound("benefits", 20, |typed, count| typed.benefits = entries(count));
        list_bound("other_names", 30, |typed, count| {
            typed.other_names = entries(count);
        });
        list_bound("photos", 12, |typed, count| {
            typed.photos = (0..count)
                .map(|number| format!("/photos/{number}.webp"))
                .collect();
        });
        assert_eq!(
            wrong(|typed| typed.photos = vec!["https://example.com/a.webp".to_owned()]),
            [("photos[0]".to_owned(), "MALFORMED")]
        );
        assert_eq!(
            wrong(|typed| typed.photos = vec!["/photos/a.webp".to_owned(); 2]),
            [("photos[1]".to_owned(), "REPEATED")]
        );
        assert_eq!(
            wrong(|typed| typed.concerns = CONCERNS.map(str::to_owned).to_vec()),
            []
        );
        assert_eq!(
            wrong(|typed| typed.concerns = vec!["joints".to_owned(), "cancer".to_owned()]),
            [("concerns[1]".to_owned(), "UNKNOWN")]
        );
        assert_eq!(
            wrong(|typed| typed.concerns = vec!["joints".to_owned(); 11]),
            [("concerns".to_owned(), "TOO_MANY")]
        );
    }

    #[test]
    fn prices_are_whole_rupees_in_a_range() {
        for (paise, code) in [
            (100, None),
            (2_000_000, None),
            (0, Some("OUT_OF_RANGE")),
            (-100, Some("OUT_OF_RANGE")),
            (2_000_100, Some("OUT_OF_RANGE")),
            (i64::MAX - 7, Some("OUT_OF_RANGE")),
            (24_950, Some("NOT_WHOLE")),
        ] {
            let codes: Vec<_> = wrong(|typed| typed.actual_price_paise = paise);
            let expected = code.map(|code| ("actual_price_paise".to_owned(), code));
            assert_eq!(codes, Vec::from_iter(expected), "{paise}");
        }
        for (percent, is_good) in [(0, true), (90, true), (-1, false), (91, false)] {
            assert_eq!(
                wrong(|typed| typed.discount_percent = percent).is_empty(),
                is_good
            );
        }
    }

    #[test]
    fn type_and_tax_class_are_of_a_list() {
        assert_eq!(
            wrong(|typed| typed.product_type = None),
            [("type".to_owned(), "REQUIRED")]
        );
        assert_eq!(
            wrong(|typed| typed.tax_class = "gst_28".to_owned()),
            [("tax_class".to_owned(), "UNKNOWN")]
        );
        let mut content = typed();
        assert_eq!(
            content.validate(Uuid::nil()).unwrap().tax_class,
            TaxClass::Unclassified
        );
        content.tax_class = "gst_5".to_owned();
        assert_eq!(content.validate(Uuid::nil()).unwrap().tax_class, TaxClass::Gst5);
    }

    #[test]
    fn everything_that_is_wrong_is_told_at_once_and_all_together_has_a_bound() {
        let fields = wrong(|typed| {
            typed.product_name = String::new();
            typed.actual_price_paise = 1;
            typed.benefits = vec!["\0".to_owned()];
        });
        assert_eq!(fields.len(), 3, "{fields:?}");
        let long = |typed: &mut ContentInput| {
            typed.description = "क".repeat(5_000);
            typed.ingredients = vec!["क".repeat(200); 30];
            typed.benefits = vec!["क".repeat(300); 20];
            typed.other_names = vec!["क".repeat(100); 30];
        };
        assert_eq!(wrong(long), [("description".to_owned(), "TOO_LONG")]);
        let mut content = typed();
        long(&mut content);
        assert!(content.as_typed().is_err());
        assert!(ContentInput::default().as_typed().is_ok());
    }
}
