import fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { RequestLog } from './http/request-log.ts'
import { openLog } from './log.ts'

test('a request whose client disconnected before the response is logged like any other, even behind a proxy', async () => {
  const lines: unknown[] = []
  const app = fastify({
    trustProxy: true,
    loggerInstance: openLog('info', {
      write: (line) => void lines.push(JSON.parse(line)),
    }) as FastifyBaseLogger,
    logController: new RequestLog(),
  })
  app.get('/', async ({ raw }) => {
    Object.defineProperty(raw, 'socket', { value: null })
    return 'ok'
  })
  await app.inject({
    url: '/?token=abc&take=v1.abc&a=b?email=c=d&page=2',
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  await app.close()
  expect(lines).toMatchObject([
    {
      msg: 'request completed',
      req: {
        method: 'GET',
        url: '/?token=[Redacted]&take=[Redacted]&a=b?email=[Redacted]&page=2',
        remoteAddress: null,
      },
    },
  ])
})
