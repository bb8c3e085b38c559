import { usePageHead } from '../../navigation/use_page_head';
import { contactWords } from '#words/contact';
import { ContactForm } from './ContactForm';
import styles from './ContactPage.module.css';
import { Whereabouts } from './Whereabouts';

const texts = contactWords;

/** The contact page: form, telephone, mail and address. */
export default function ContactPage() {
  usePageHead(texts.title, texts.intro);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{texts.title}</h1>
        <p>{texts.intro}</p>
      </div>
      <div className={styles.form}>
        <ContactForm />
      </div>
      <Whereabouts />
    </div>
  );
}
