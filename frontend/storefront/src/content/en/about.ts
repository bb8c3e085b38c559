/** The brand's story. */
export const story = {
  title: 'Our story',
  description:
    'Who mills the powders, how, and why the labels are plain: the story of a small mill in Surat.',
  pictureText: 'A stone mill with fresh powder, cloth and herbs beside it',
  standfirst: 'We mill herbal powders in Surat, slowly, between two granite stones.',
  lead: 'Behind the Ring Road in Surat two granite stones turn in a shed, slowly enough to count. Dried leaves and fruit go in at the top, and what comes out below is still what went in, only finer.',
  paragraphs: [
    'The shop began with a kitchen complaint. The karela powder from the market was pale, a little sweet and suspiciously cheap, and no label said what else was in it. So we bought two sacks of gourd, sliced them by hand, dried them on cotton sheets in the shade and carried them to a miller. The first batch was so bitter that half the family refused it. The other half asked for more.',
    'The rule has stayed: one plant, or a short list in stated parts. No sugar to please, no starch to fill, no colour to impress.',
    'The labels come from the town as well. Their flower bands are those of its block-printed cloth, their arches those of its old doorways, and every name stands as large in Hindi as in English, because that is how mothers ask for it.',
    'What we do not do is promise. These plants have been on Indian tables for as long as there have been tables. They are food, traditionally used, and no substitute for a doctor. Read the label, start with half a spoon, and tell us how it tastes.',
  ],
  /** The steps of making a pack. */
  steps: [
    {
      title: 'Whole',
      text: 'The part of the plant that tradition uses, and all of it: fruit with skin, seed or leaf.',
    },
    {
      title: 'Shade',
      text: 'Dried out of the sun until it snaps instead of bending. It takes days, and keeps the colour.',
    },
    { title: 'Stone', text: 'Milled in small batches, slowly, so that neither stone nor powder grows warm.' },
    {
      title: 'Label',
      text: 'What is in it, and who had better leave it, in plain words. The name stands in both languages.',
    },
  ],
};
