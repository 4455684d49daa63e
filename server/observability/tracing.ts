// OpenTelemetry: sends a span for every request to OTEL_EXPORTER_OTLP_ENDPOINT. The packages are loaded only if it is
// set.
import type { FastifyInstance, FastifyRequest } from "fastify";

interface RequestSpan {
  end: (result: { status: number; attributes: { [name: string]: string | number } }) => void;
}

interface Tracing {
  startSpan: (request: FastifyRequest) => RequestSpan;
  stop: () => Promise<void>;
}

/**
 * Starts a span with each request and ends it with the response; continues the trace of a client that sends
 * `traceparent`.
 */
export async function traceRequests(app: FastifyInstance, { endpoint }: { endpoint: string }): Promise<void> {
  const tracing = await startTracing(endpoint);
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    spans.set(request, tracing.startSpan(request));
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { actor, errorCodes } = request;
    spans.get(request)?.end({
      status: reply.statusCode,
      attributes: {
        "http.request.method": request.method,
        "http.route": request.routeOptions.url ?? "unmatched",
        "http.response.status_code": reply.statusCode,
        "chaavi.request_id": request.id,
        ...(actor ? { "chaavi.role": actor.role } : {}),
        ...(errorCodes ? { "error.type": errorCodes[0]! } : {}),
      },
    });
    done();
  });
  app.addHook("onClose", () => tracing.stop());
}

async function startTracing(endpoint: string): Promise<Tracing> {
  const [api, core, base, otlp, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const exporter = new otlp.OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new base.BasicTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES override these defaults.
    resource: resources
      .resourceFromAttributes({ "service.name": "chaavi" })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new base.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer("chaavi");
  const propagator = new core.W3CTraceContextPropagator();
  return {
    startSpan: ({ method, headers }) => {
      const parent = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter);
      const span = tracer.startSpan(method, { kind: api.SpanKind.SERVER }, parent);
      return {
        end: ({ status, attributes }) => {
          span.updateName(`${method} ${attributes["http.route"]}`);
          span.setAttributes(attributes);
          if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}
