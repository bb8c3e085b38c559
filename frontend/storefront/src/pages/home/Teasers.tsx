import { Link } from 'react-router';
import { homeSectionWords } from '#words/home_sections';
import { paths } from '../../paths';
import { Picture } from '../../ui/Picture';
import styles from './Teasers.module.css';

const texts = homeSectionWords;

const teasers = [
  {
    photo: '/images/story/mill',
    heading: texts.storyHeading,
    text: texts.storyText,
    link: texts.storyLink,
    path: paths.about,
  },
  {
    photo: '/images/blog/moringa',
    heading: texts.blogHeading,
    text: texts.blogText,
    link: texts.blogLink,
    path: paths.blog,
  },
];

/** Links to the shop's story and its blog. */
export function Teasers() {
  return (
    <div className={`wrap ${styles.teasers}`}>
      {teasers.map(({ photo, heading, text, link, path }) => (
        <section key={path} className={styles.teaser}>
          <div className={styles.picture}>
            <Picture
              photo={photo}
              alt=""
              width={480}
              height={320}
              sizes="(max-width: 1100px) 90vw, 310px"
              widths={[480, 960]}
            />
          </div>
          <div className={styles.words}>
            <h2>{heading}</h2>
            <p>{text}</p>
            <Link to={path}>{link}</Link>
          </div>
        </section>
      ))}
    </div>
  );
}
