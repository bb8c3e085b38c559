import { Link } from 'react-router';
import { shop, when } from '#content/shop';
import { usePageHead } from '../../navigation/use_page_head';
import { Rosette } from '../../content/Rosette';
import { story } from '#content/about';
import { aboutWords } from '#words/about';
import { paths } from '../../paths';
import button from 'shared/ui/button.module.css';
import { Picture } from '../../ui/Picture';
import styles from './AboutPage.module.css';
import { FunFacts } from './FunFacts';

const texts = aboutWords;

/** The About page: the brand's story and figures. */
export default function AboutPage() {
  usePageHead(texts.eyebrow, story.description);
  return (
    <>
      <Story />
      <Steps />
      <FunFacts />
      <div className={`wrap ${styles.end}`}>
        <Rosette size={40} />
        <Link className={button.primary} to={paths.shop}>
          {texts.toShop}
        </Link>
      </div>
    </>
  );
}

function Story() {
  return (
    <div className={`wrap ${styles.columns}`}>
      <div className={styles.title}>
        {when(
          shop.hindiName,
          <p className={styles.hindi} lang="hi">
            {shop.hindiName}
          </p>,
          null,
        )}
        <h1>{story.title}</h1>
        <p className={styles.standfirst}>{story.standfirst}</p>
      </div>
      <div className={styles.plate}>
        <Picture
          photo="/images/story/mill"
          alt={story.pictureText}
          width={960}
          height={640}
          widths={[480, 960]}
          sizes="(max-width: 900px) 100vw, 720px"
          eager
        />
      </div>
      <p className={styles.lead}>{story.lead}</p>
      <div className={styles.text}>
        {story.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </div>
  );
}

function Steps() {
  return (
    <section className={styles.steps} aria-labelledby="steps-heading">
      <div className="wrap">
        <h2 id="steps-heading">{texts.stepsHeading}</h2>
        <ol>
          {story.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
