import { usePageHead } from '../../navigation/use_page_head';
import { faq, type Question } from '#content/faq';
import { Opening } from '../../content/Opening';
import { ReachUs } from '../../content/ReachUs';
import { useFragment } from '../../content/use_fragment';
import { faqWords } from '#words/faq';
import { disclaimerWords } from '#words/disclaimer';
import { Icon } from '../../ui/Icon';
import styles from './FaqPage.module.css';

const texts = faqWords;

/** The frequently asked questions, with one answer open at a time. */
export default function FaqPage() {
  usePageHead(texts.title, texts.description);
  useFragment();
  return (
    <>
      <Opening title={texts.heading} intro={texts.intro} />
      <div className={`wrap ${styles.columns}`}>
        <div>
          {faq.map((question, index) => (
            <Item key={question.id} question={question} open={index === 0} />
          ))}
        </div>
        <div className={styles.aside}>
          <ReachUs heading={texts.stillAsking} text={texts.stillAskingText} />
          <p className={styles.disclaimer}>{disclaimerWords.food}</p>
        </div>
      </div>
    </>
  );
}

/** A question with its answer. The browser closes the other items of the same name. */
function Item({ question, open }: { question: Question; open: boolean }) {
  return (
    <details className={styles.item} name="faq" id={question.id} open={open}>
      <summary>
        <h2>
          <span className={styles.topic}>{question.topic}</span> {question.question}
        </h2>
        <span className={styles.mark}>
          <Icon name="down" />
        </span>
      </summary>
      <p>{question.answer}</p>
    </details>
  );
}
