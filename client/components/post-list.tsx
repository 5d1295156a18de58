import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router-dom'
import type { PostSummary } from '../../shared/post.ts'
import { type CardShape, PostCard } from './post-card.tsx'
import styles from './post-list.module.css'
import { ListSkeleton } from './skeleton.tsx'

type PostListProps = {
  posts: readonly PostSummary[]
  /** The slug of the topic that the whole list is about. */
  topic?: string
}

/** Cards, or a message if the list is empty. */
export function PostList({ posts, topic }: PostListProps) {
  const { t } = useTranslation('blog')
  if (posts.length === 0) return <Message>{t('empty')}</Message>
  return (
    <ul className={styles.posts}>
      {posts.map((post, index) => (
        <PostCard key={post.id} post={post} first={index === 0} shape={shapeAt(index, posts.length)} topic={topic} />
      ))}
    </ul>
  )
}

/** The first card is the largest, the next ones form rows of three. Leftover cards, and lists of up to two, have a row each. */
function shapeAt(index: number, count: number): CardShape {
  if (count < 3) return 'row'
  if (index === 0) return 'lead'
  return index < count - ((count - 1) % 3) ? 'column' : 'row'
}

/** The server did not wait for the posts: the browser requests them. Without scripts, the visitor reloads. */
export function LateList() {
  const { t } = useTranslation('blog')
  const { revalidate } = useRevalidator()
  useEffect(() => void revalidate(), [revalidate])
  return (
    <div data-late="">
      <LoadingList>
        <noscript>
          <p className={styles.message}>
            <a href="">{t('reload')}</a>
          </p>
        </noscript>
      </LoadingList>
    </div>
  )
}

export function LoadingList({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('blog')
  return (
    <>
      <Message>{t('loading')}</Message>
      {children}
      <ListSkeleton />
    </>
  )
}

/** Replaces a list. The announcer reads elements with `data-announce`. */
function Message({ children }: { children: string }) {
  return (
    <p className={styles.message} data-announce="">
      {children}
    </p>
  )
}
