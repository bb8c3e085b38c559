/** A question of shoppers, with its answer in plain text. */
export interface Question {
  /** The hash of the question's address: `/faq#storage`. */
  id: string;
  topic: string;
  question: string;
  answer: string;
}

/** The shop's questions and answers on what a powder is, what it is not, and how to use it. */
export const faq: readonly Question[] = [
  {
    id: 'diabetes-powder',
    topic: 'Diabetes powder',
    question: 'What is Diabetes Support Powder, and does it take the place of my medicine?',
    answer:
      'It is four bitter foods milled together: karela, jamun seed, gurmar leaf and methi seed, traditionally used to support healthy sugar levels as part of a balanced diet. It is a food, not a medicine, and takes the place of none. Keep your medicine and your tests exactly as your doctor set them, and ask before you start, since your sugar may fall too low.',
  },
  {
    id: 'jamun',
    topic: 'Jamun',
    question: 'Is jamun powder made from the fruit or from the seed?',
    answer:
      'From the seed alone. The purple fruit is for eating in June; the seed inside it is what Indian households have long dried and powdered. Ours is washed, split, dried until it snaps and milled on stone. The powder is pale brown, tastes clean and astringent, and leaves the tongue a little dry. There is no pulp, no sugar and no flavouring in the pouch.',
  },
  {
    id: 'karela',
    topic: 'Karela',
    question: 'Karela powder is very bitter. How do I get it down?',
    answer:
      'It should be bitter: that is how you know it is karela. Stir a level teaspoon into half a glass of water, drink it in one go and take plain water after it. Thin buttermilk with roasted cumin softens the taste, and so does a little amla. Start with half a teaspoon for the first week, so that your stomach gets used to it as well.',
  },
  {
    id: 'moringa',
    topic: 'Moringa',
    question: 'How much moringa goes into food, and when do I add it?',
    answer:
      'One to two teaspoons a day for an adult, shared among the dishes of the day. Add it when the flame is off: long cooking dulls the colour and the fresh taste. Dal, sambar, roti dough, chutney, curd and smoothies all take it well. The powder is leaf only, never root or bark. If you are pregnant, or take thyroid or blood pressure medicine, ask your doctor first.',
  },
  {
    id: 'b12',
    topic: 'B12',
    question: 'Who may run short of vitamin B12, and should I be tested first?',
    answer:
      'Vitamin B12 comes almost only from milk, curd, eggs, fish and meat, so vegans, many vegetarians and older people run short more often than others. Tiredness has many causes, though, and only a blood test tells. Have your level measured before you start and again after three months, show both results to your doctor, and stay with the one scoop a day that the carton states.',
  },
  {
    id: 'ashwagandha',
    topic: 'Ashwagandha',
    question: 'When do I take ashwagandha, and for how long?',
    answer:
      'Most households take half to one teaspoon in warm milk in the evening. After eight weeks, leave it out for two. It is not for pregnancy, nursing or children. If you have a thyroid or liver condition, or take sedatives or medicine for sugar or blood pressure, speak to your doctor first. Stop and see a doctor at once should your eyes or skin turn yellow.',
  },
  {
    id: 'safety',
    topic: 'Safety',
    question: 'How can I tell what is in a pack, and whether it suits me?',
    answer:
      'Every pack states its ingredients, batch, packing date, best-before date, FSSAI licence number and the maker’s address, so you can check before you open it. Write to us with the batch number and we tell you where the herb was grown and when it was milled. One mill handles all our herbs, methi among them; people with a peanut or chickpea allergy should know that.',
  },
  {
    id: 'side-effects',
    topic: 'Side effects',
    question: 'Can herbal powders have side effects?',
    answer:
      'Yes. The commonest are a heavy stomach and loose motions. With karela, jamun or the four-herb blend, and above all beside medicine for sugar, your sugar may also fall too low: you shake, sweat and feel suddenly hungry. Take something sweet then, leave the powder out and call your doctor. With a rash, yellow eyes or trouble breathing, stop and get medical help without waiting.',
  },
  {
    id: 'dosage',
    topic: 'Dosage',
    question: 'How much should I take, and may children have it?',
    answer:
      'Follow the pack: for most powders it is one level teaspoon, about 3 grams, once a day. Begin with half of that for a week. More is not better, and two powders for the same purpose are not twice as good. The packs are meant for adults. Children, pregnant and nursing women and anyone who takes medicine should have them only on a doctor’s advice.',
  },
  {
    id: 'storage',
    topic: 'Storage',
    question: 'How do I store a pack once it is open?',
    answer:
      'Close it after every use and keep it cool and dry, away from the stove and the window. Use a dry spoon: one wet spoon is enough to spoil a pouch. The fridge is no help, for the powder draws moisture each time it comes out. An unopened pack keeps until the best-before date printed on it; an opened one is best within 60 days.',
  },
];
