import { useHydrated } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import { useSlider } from './use-slider.ts'
import * as styles from './slider.module.css'

const slides = [
  {
    image: '/images/slides/slide-1.svg',
    title: 'Critical care, ready when you are',
    text: 'Monitors, ventilators and infusion pumps for ICUs of every size, delivered anywhere in India.',
    category: 'icu-equipments',
    action: 'Explore ICU equipment',
  },
  {
    image: '/images/slides/slide-2.svg',
    title: 'Answers from the bench, faster',
    text: 'Analysers, centrifuges and microscopes for laboratories that report the same day.',
    category: 'lab-equipments',
    action: 'Explore lab equipment',
  },
  {
    image: '/images/slides/slide-3.svg',
    title: 'To your door, anywhere in India',
    text: 'Free shipping on your first order. Pay in cash when it has arrived.',
    category: 'medical-devices',
    action: 'Explore medical devices',
  },
] as const

/** The home page's slides: advance every 3 s, by dots, by arrows on the desktop, by swipe (spec §2, §9). */
export function Slider() {
  const { current, go, paused, setPaused, handlers } = useSlider(slides.length)
  // Without scripts, nothing would ever show the others.
  const isHydrated = useHydrated()
  return (
    <section
      className={styles['slider']}
      data-scheme="light"
      aria-roledescription="carousel"
      aria-label="Highlights"
      {...handlers}
    >
      <div className={styles['track']} style={{ transform: `translateX(${-100 * current}%)` }}>
        {slides.map(({ image, title, text, category, action }, index) => (
          <section
            key={image}
            className={styles['slide']}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            inert={isHydrated && index !== current}
          >
            <img
              className={styles['picture']}
              src={image}
              alt=""
              width={1600}
              height={640}
              draggable={false}
              fetchPriority={index === 0 ? 'high' : 'low'}
            />
            <div className={styles['text']}>
              <h2 className={styles['title']}>{title}</h2>
              <p className={styles['lead']}>{text}</p>
              <ButtonLink to="/collection/$category" params={{ category }} large>
                {action}
              </ButtonLink>
            </div>
          </section>
        ))}
      </div>
      <IconButton
        label="Previous slide"
        className={clsx(styles['arrow'], styles['previous'])}
        onClick={() => go(current - 1)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label="Next slide" className={clsx(styles['arrow'], styles['next'])} onClick={() => go(current + 1)}>
        <ChevronRight aria-hidden />
      </IconButton>
      <div className={styles['controls']}>
        {slides.map(({ image }, index) => (
          <button
            key={image}
            type="button"
            className={styles['dot']}
            aria-label={`Slide ${index + 1}`}
            aria-current={index === current}
            onClick={() => go(index)}
          />
        ))}
        <IconButton label={paused ? 'Play slides' : 'Pause slides'} onClick={() => setPaused(!paused)}>
          {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
        </IconButton>
      </div>
    </section>
  )
}
