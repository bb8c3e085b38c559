import type { ArticleText } from '../../article_text';

/** Article 1: jamun, its seed, and extracts. */
export const jamun: ArticleText = {
  inShort: [
    'Pulp and seed are two different foods; powders are made from the seed.',
    '“Extract” says how something was made, not how good it is. Ask of what, on what, and how much.',
    'Jamun seed is traditionally used to support healthy sugar levels within a sensible diet. It takes the place of no medicine.',
  ],
  lead: [
    'Walk under a jamun tree in the last week of June and you will know it by your shoes. The first heavy rain shakes the fruit down, it splits on the pavement, and for a fortnight whole streets are purple. In Surat a man comes by with a basket on his head, a paper cone and a pinch of black salt, and that is the season. Children compare the colour of their tongues.',
    'What is left in the cone afterwards, a heap of smooth, pale seeds, is the part this article is about.',
  ],
  sections: [
    {
      heading: 'The tree behind the name',
      blocks: [
        'Jamun is a cousin of the clove and so much at home on the subcontinent that old texts name the whole known land after it: Jambudvipa, the island of the jamun. Nothing of it is wasted. The wood lines wells, because it hardly rots in water; the leaves go into tooth powder; the fruit is eaten fresh or becomes a sharp, dark vinegar.',
        'Ayurvedic writers put fruit and seed under kashaya, the astringent taste that dries the tongue and draws the mouth together. That dryness comes from tannins, relatives of those that make strong tea brisk.',
      ],
    },
    {
      heading: 'Pulp and seed are two foods',
      blocks: [
        'The pulp is sweet, sour and mostly water: a fruit, best eaten on the day it falls. The seed is another matter. It is hard, faintly nutty at first and then thoroughly astringent, with starch, fibre and a good share of tannins in it.',
        'Families who ate the fruit in June dried the seeds on the roof and pounded them for the rest of the year. In that tradition a spoon of seed powder in water is used to support healthy sugar levels, as one part of a sensible diet. Tradition tells you what people found worth repeating. It does not tell you how much it does, or for whom.',
      ],
    },
    {
      heading: 'What “extract” means on a label',
      blocks: [
        'To make an extract, seed or pulp is soaked in water or alcohol, strained and dried. What dissolves is kept; what does not is thrown away. A label that says 10:1 tells you that ten kilos went in for each kilo that came out. It does not tell you what is in that kilo. Three questions help:',
        [
          'Of what? Seed, pulp and leaf are different things.',
          'On what? Many extracts are dried on maltodextrin, a starch product, so that they flow.',
          'How much? Look for milligrams in one serving, not for a ratio.',
        ],
        'Our pouch holds the plain thing: the whole seed, milled. Nothing has been taken out of it and nothing concentrated, so a spoon is a spoon. If you would like an extract in the oldest sense, leave a teaspoon of seed powder in a glass of water overnight and pour off the clear part in the morning.',
      ],
    },
    {
      heading: 'What has been studied',
      blocks: [
        'A great deal has been done in laboratories and with animals, and that is where most confident sentences on the internet come from. Studies with people are few, small and short, and they do not agree; a careful trial with a tea of jamun leaves found no difference at all. The honest summary is an interesting plant with a long household history, and nothing that would let anyone leave out a tablet or a test.',
      ],
    },
    {
      heading: 'A glass for the morning',
      blocks: [
        'Stir one level teaspoon (3 g) into a glass of water with a pinch of black salt and three torn mint leaves. Let it stand for five minutes, stir again, and drink it half an hour before the meal. The powder sinks, so keep the spoon in the glass. Half karela and half jamun is the pairing many families know.',
        'Ask your doctor first if you take medicine for sugar, are due for surgery, or are pregnant or nursing. If you tend to constipation go slowly, since astringents do not help it. And when June comes round, eat the fruit: with black salt, in the rain, in old shoes.',
      ],
    },
  ],
  quote:
    'Tradition tells you what people found worth repeating. It does not tell you how much it does, or for whom.',
  sources: [
    'Bhavaprakasha Nighantu, chapter on fruits: jambu.',
    'C. C. Teixeira and others, on a tea of Syzygium cumini leaves, Diabetes Care 27 (2004).',
  ],
};
