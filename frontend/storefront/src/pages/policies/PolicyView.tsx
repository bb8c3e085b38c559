import { usePageHead } from '../../navigation/use_page_head';
import { Opening } from '../../content/Opening';
import { Prose } from '../../content/Prose';
import { effectiveDate } from '#content/policies/effective_date';
import type { Policy, PolicySection } from '../../content/policy';
import { ReachUs } from '../../content/ReachUs';
import { Rosette } from '../../content/Rosette';
import { useFragment } from '../../content/use_fragment';
import { policiesWords } from '#words/policies';
import { OtherPolicies } from './OtherPolicies';
import styles from './PolicyView.module.css';

const texts = policiesWords;

/** A policy: summary, text with table of contents, and contact. */
export function PolicyView({ policy }: { policy: Policy }) {
  usePageHead(policy.title, policy.description);
  useFragment();
  return (
    <>
      <Opening title={policy.title} intro={policy.description} note={texts.effective(effectiveDate)} />
      <div className={`wrap ${styles.columns}`}>
        <Contents sections={policy.sections} />
        <div className={styles.body}>
          <Facts facts={policy.facts} />
          {policy.sections.map(({ id, heading, blocks }) => (
            <section key={id} id={id} className={styles.section}>
              <h2>{heading}</h2>
              <Prose blocks={blocks} />
            </section>
          ))}
          <div className={styles.end}>
            <Rosette />
          </div>
        </div>
        <div className={styles.aside}>
          <ReachUs heading={texts.questions} text={texts.reachUs} withAddress />
          <OtherPolicies current={policy.title} className={styles.others} />
        </div>
      </div>
    </>
  );
}

function Contents({ sections }: { sections: readonly PolicySection[] }) {
  return (
    <nav className={styles.contents} aria-labelledby="contents-heading">
      <h2 id="contents-heading">{texts.onThisPage}</h2>
      <ul>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a href={`#${id}`}>{heading}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Facts({ facts }: Pick<Policy, 'facts'>) {
  return (
    <dl className={styles.facts} aria-label={texts.inShort}>
      {facts.map(({ figure, meaning }) => (
        <div key={figure}>
          <dt>{meaning}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
