
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE SCHEMA read_carts;

CREATE SCHEMA read_event_counts;

CREATE SCHEMA read_event_log;

CREATE SCHEMA read_orders;

CREATE SCHEMA read_product_list;

CREATE SCHEMA read_product_list_next;

CREATE SCHEMA read_service_requests;

CREATE SCHEMA search_index;

CREATE SCHEMA search_index_1;

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE FUNCTION public.append_events(batch jsonb) RETURNS TABLE(place bigint, outcome text, revision integer, "position" bigint)
    LANGUAGE plpgsql
    SET lock_timeout TO '2s'
    SET enable_seqscan TO 'off'
    AS $$
  #variable_conflict use_column
  declare
    head bigint;
    new_head bigint;
    now_at timestamptz;
  begin
    select h.position into strict head from log_head h for update;
    now_at := clock_timestamp();

    return query
    with asked as materialized (
      select a.place, a.append ->> 'stream' as stream, (a.append ->> 'expected')::integer as expected,
        coalesce(newest.revision, -1) as actual, e.index::integer as index, e.event,
        known.stream as known_stream, known.revision as known_revision, known.position as known_position
      from jsonb_array_elements(batch) with ordinality as a(append, place)
      left join lateral (
        select s.revision from events s where s.stream = a.append ->> 'stream' order by s.revision desc limit 1
      ) newest on true
      cross join lateral jsonb_array_elements(a.append -> 'events') with ordinality as e(event, index)
      left join lateral (
        select s.stream, s.revision, s.position from events s where s.id = (e.event ->> 'id')::uuid limit 1
      ) known on true
    ),
    judged as materialized (
      select asked.*,
        case
          when count(known_stream) over append = 0 and expected in (actual, -2) then 'appended'
          when count(known_stream) over append = count(*) over append
            and bool_and(known_stream = stream) over append
            and min(known_revision - index) over append = max(known_revision - index) over append
            and expected in (min(known_revision - index) over append, -2) then 'repeated'
          else 'conflict'
        end as outcome
      from asked window append as (partition by place)
    ),
    placed as materialized (
      select judged.*, head + count(*) filter (where outcome = 'appended') over (order by place, index) as new_position
      from judged
    ),
    written as (
      insert into events (position, stream, revision, id, type, data, metadata, at)
      select new_position, stream, actual + index, (event ->> 'id')::uuid, event ->> 'type', event -> 'data',
        event -> 'metadata', now_at
      from placed where outcome = 'appended' order by new_position
    )
    select place, outcome,
      max(case outcome when 'appended' then actual + index when 'repeated' then known_revision else actual end),
      max(case outcome when 'appended' then new_position when 'repeated' then known_position end)
    from placed group by place, outcome order by place;

    select max(s.position) into new_head from events s;
    if new_head > head then
      update log_head set position = new_head;
      perform pg_notify('log_head', new_head::text);
    end if;
  end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
  begin
    raise exception 'the event log only grows: no % on %', lower(tg_op), tg_table_name;
  end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account_erasures (
    account_id text NOT NULL,
    started_at timestamp with time zone NOT NULL
);

CREATE TABLE public.accounts (
    id text NOT NULL,
    username text NOT NULL,
    username_key text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    mobile_number text NOT NULL,
    password_hash text NOT NULL,
    roles jsonb NOT NULL,
    not_before bigint NOT NULL,
    created_at timestamp with time zone NOT NULL,
    consent_notice text NOT NULL,
    consented_at timestamp with time zone NOT NULL,
    last_issued bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.audit_export_parts (
    export_id text NOT NULL,
    part integer NOT NULL,
    sealed text NOT NULL
);

CREATE TABLE public.audit_exports (
    id text NOT NULL,
    asked_by text NOT NULL,
    asked_at timestamp with time zone NOT NULL,
    format text NOT NULL,
    filter jsonb NOT NULL,
    status text NOT NULL,
    events bigint DEFAULT 0 NOT NULL,
    percent integer DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    error text,
    lease text,
    leased_until timestamp with time zone,
    finished_at timestamp with time zone,
    CONSTRAINT audit_exports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'ndjson'::text]))),
    CONSTRAINT audit_exports_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

CREATE TABLE public.catalogue_seeds (
    name text NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone
);

CREATE TABLE public.event_log_home (
    kind text NOT NULL
);

CREATE TABLE public.events (
    "position" bigint NOT NULL,
    stream text NOT NULL,
    revision integer NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    data jsonb NOT NULL,
    metadata jsonb NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE public.idempotency_keys (
    scope bytea NOT NULL,
    body_hash bytea NOT NULL,
    command_id uuid NOT NULL,
    attempt integer NOT NULL,
    answer bytea,
    lease_until timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL
)
WITH (fillfactor='70');

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);

CREATE TABLE public.log_head (
    "position" bigint NOT NULL
);

CREATE TABLE public.notifications (
    id text NOT NULL,
    event_id uuid NOT NULL,
    channel text NOT NULL,
    kind text NOT NULL,
    stream text NOT NULL,
    revision integer NOT NULL,
    event_at timestamp with time zone NOT NULL,
    recipient_id text,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease uuid,
    leased_until timestamp with time zone,
    due_at timestamp with time zone,
    error text,
    message_id text,
    put_back integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    CONSTRAINT notifications_channel_check CHECK ((channel = 'email'::text)),
    CONSTRAINT notifications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'cancelled'::text])))
);

CREATE TABLE public.personal_keys (
    subject text NOT NULL,
    wrapped_key bytea,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    erased_at timestamp with time zone,
    CONSTRAINT personal_keys_check CHECK (((wrapped_key IS NULL) = (erased_at IS NOT NULL)))
);

CREATE TABLE public.personal_master_key (
    only_one boolean DEFAULT true NOT NULL,
    fingerprint bytea NOT NULL,
    CONSTRAINT personal_master_key_only_one_check CHECK (only_one)
);

CREATE TABLE public.projection_checkpoints (
    name text NOT NULL,
    slot text NOT NULL,
    kind text NOT NULL,
    version integer NOT NULL,
    shape text NOT NULL,
    generation bigint NOT NULL,
    "position" bigint NOT NULL,
    changed_position bigint NOT NULL,
    total bigint,
    status text NOT NULL,
    error jsonb,
    events_per_second double precision DEFAULT 0 NOT NULL,
    eta_seconds double precision,
    started_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    asked_by jsonb,
    CONSTRAINT projection_checkpoints_kind_check CHECK ((kind = ANY (ARRAY['table'::text, 'search'::text, 'reactor'::text]))),
    CONSTRAINT projection_checkpoints_slot_check CHECK ((slot = ANY (ARRAY['live'::text, 'next'::text, 'prev'::text, 'verify'::text])))
)
WITH (fillfactor='50');

CREATE TABLE public.projection_copies (
    schema text NOT NULL,
    name text NOT NULL,
    "position" bigint NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.throttles (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint
);

CREATE TABLE read_carts.carts (
    cart_id text NOT NULL,
    account_id text,
    status text NOT NULL,
    items jsonb NOT NULL,
    order_id text,
    updated_position bigint NOT NULL
);

CREATE TABLE read_event_counts.counts (
    key text NOT NULL,
    hour timestamp with time zone,
    events bigint NOT NULL,
    first_position bigint NOT NULL,
    last_position bigint NOT NULL
);

CREATE TABLE read_event_log.events (
    event_id text NOT NULL,
    "position" bigint NOT NULL,
    stream text NOT NULL,
    revision integer NOT NULL,
    category text NOT NULL,
    type text NOT NULL,
    by_id text NOT NULL,
    correlation_id text NOT NULL,
    causation_id text NOT NULL,
    at timestamp with time zone NOT NULL
);

CREATE TABLE read_orders.orders (
    order_id text NOT NULL,
    buyer_id text NOT NULL,
    login_user_name text NOT NULL,
    items jsonb NOT NULL,
    shipping jsonb NOT NULL,
    payment_status text NOT NULL,
    total_paise bigint NOT NULL,
    status text NOT NULL,
    placed_at timestamp with time zone NOT NULL,
    placed_position bigint NOT NULL,
    revision integer NOT NULL,
    search_text text NOT NULL
);

CREATE TABLE read_product_list.products (
    product_id text NOT NULL,
    details jsonb NOT NULL,
    category text NOT NULL,
    price_paise bigint NOT NULL,
    qty integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_position bigint NOT NULL,
    revision integer NOT NULL
);

CREATE TABLE read_product_list_next.products (
    product_id text NOT NULL,
    details jsonb NOT NULL,
    category text NOT NULL,
    price_paise bigint NOT NULL,
    qty integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_position bigint NOT NULL,
    revision integer NOT NULL
);

CREATE TABLE read_service_requests.service_requests (
    request_id text NOT NULL,
    requester_id text NOT NULL,
    login_user_name text NOT NULL,
    product_id text NOT NULL,
    title text NOT NULL,
    company text NOT NULL,
    logo_url text NOT NULL,
    description text NOT NULL,
    address text NOT NULL,
    status text NOT NULL,
    raised_at timestamp with time zone NOT NULL,
    raised_position bigint NOT NULL,
    revision integer NOT NULL
);

CREATE TABLE search_index.generation (
    is_only boolean DEFAULT true NOT NULL,
    layout integer NOT NULL,
    live integer NOT NULL,
    next integer,
    previous integer,
    CONSTRAINT generation_is_only_check CHECK (is_only)
);

CREATE SEQUENCE search_index.generation_number
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE search_index_1.document (
    id text NOT NULL COLLATE pg_catalog."C",
    shelf uuid NOT NULL,
    price_paise bigint NOT NULL,
    created_at bigint NOT NULL,
    head tsvector NOT NULL,
    words tsvector NOT NULL,
    source json NOT NULL
)
WITH (toast_tuple_target='640');
ALTER TABLE ONLY search_index_1.document ALTER COLUMN head SET STATISTICS 0;
ALTER TABLE ONLY search_index_1.document ALTER COLUMN head SET STORAGE MAIN;
ALTER TABLE ONLY search_index_1.document ALTER COLUMN words SET STATISTICS 0;

CREATE TABLE search_index_1.shelf (
    id uuid NOT NULL,
    category text NOT NULL,
    brand text NOT NULL,
    company text NOT NULL,
    category_key text NOT NULL,
    brand_key text NOT NULL,
    company_key text NOT NULL,
    collections text[] NOT NULL,
    documents integer NOT NULL
);

CREATE TABLE search_index_1.vocabulary (
    word text NOT NULL COLLATE pg_catalog."C",
    documents integer NOT NULL,
    deletions integer[] NOT NULL
)
WITH (fillfactor='70');

INSERT INTO public.accounts VALUES ('01a207a3-99a2-7594-9ba5-245af6679b43', 'admin', 'admin', 'Administrator', 'admin', '', '$argon2id$v=19$m=19456,t=2,p=1$iYcdM8PokOvM0uScDhSpbw$ml7y7UBHC1g1HGA5PBaMnn8AZFKpmJLZ07OAskNe+pg', '["ADMIN"]', 0, '2026-11-23 09:01:31.938+00', '2026-11-21', '2026-11-23 09:01:31.938+00', 1795424493438);
INSERT INTO public.accounts VALUES ('01a207a3-a0cb-777b-9927-6ce984c76c62', 'asha.64102f1c6894@clinic.in', 'asha.64102f1c6894@clinic.in', 'asha Rao', 'asha.64102f1c6894@clinic.in', '9820012345', '$argon2id$v=19$m=19456,t=2,p=1$H/nIJ2CFfRAfO9GiOPZUmw$VGii21G/S9TOUWNCyeRCOsDSYDC/Fc+vm0u/PvMvKpo', '["USER"]', 0, '2026-11-23 09:01:33.771+00', '2026-11-21', '2026-11-23 09:01:33.771+00', 1795424493771);
INSERT INTO public.accounts VALUES ('01a207a3-a124-757c-8bce-c5bba8a18130', 'ravi.3d8236fbd7c5@clinic.in', 'ravi.3d8236fbd7c5@clinic.in', 'ravi Rao', 'ravi.3d8236fbd7c5@clinic.in', '9820012345', '$argon2id$v=19$m=19456,t=2,p=1$hnYYpeNlR8jhyfivbBNBaw$pdd9z1dw3sKsICs4VZsAk8Ay7X2r1Gyqk6pp5QBIrCI', '["USER"]', 0, '2026-11-23 09:01:33.86+00', '2026-11-21', '2026-11-23 09:01:33.86+00', 1795424493860);

INSERT INTO public.event_log_home VALUES ('database');

INSERT INTO public.events VALUES (1, 'product-01a207a3-9f9a-7683-9507-df589b60273b', 0, '01a207a3-9f9a-7683-9507-df589b60273b', 'ProductAdded', '{"qty": 12, "brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "pricePaise": 8450050, "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "f80b02f7-93b0-4e4f-99aa-a032b043135c", "correlationId": "f80b02f7-93b0-4e4f-99aa-a032b043135c", "schemaVersion": 1}', '2026-11-23 09:01:33.495324+00');
INSERT INTO public.events VALUES (2, 'product-01a207a3-9fcd-7720-9ca2-26df9cb369db', 0, '01a207a3-9fcd-7720-9ca2-26df9cb369db', 'ProductAdded', '{"qty": 12, "brand": "Aarogya", "title": "Nirmal Infusion Pump", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "pricePaise": 8450050, "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "ce091a1c-b9fa-4011-ac53-41a1819fd9a0", "correlationId": "ce091a1c-b9fa-4011-ac53-41a1819fd9a0", "schemaVersion": 1}', '2026-11-23 09:01:33.525546+00');
INSERT INTO public.events VALUES (3, 'product-01a207a3-a014-758b-846f-d5a1229043a3', 0, '01a207a3-a014-758b-846f-d5a1229043a3', 'ProductAdded', '{"qty": 12, "brand": "Aarogya", "title": "Sukha Trolley", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "pricePaise": 999900, "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "02cbad87-eba3-4b83-b5b5-d1258b2c5ebf", "correlationId": "02cbad87-eba3-4b83-b5b5-d1258b2c5ebf", "schemaVersion": 1}', '2026-11-23 09:01:33.598903+00');
INSERT INTO public.events VALUES (4, 'product-01a207a3-9fcd-7720-9ca2-26df9cb369db', 1, '01a207a3-a0ae-7378-8502-c0dcd4332a75', 'ProductPriceChanged', '{"to": 4500000, "from": 8450050}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "6a72c7fe-a98f-48b3-a85f-d6455b67228d", "correlationId": "6a72c7fe-a98f-48b3-a85f-d6455b67228d", "schemaVersion": 1}', '2026-11-23 09:01:33.749939+00');
INSERT INTO public.events VALUES (5, 'order-ORD10000001', 0, '01a207a3-a23b-7171-b4c6-c9346abc525d', 'OrderPlaced', '{"buyer": {"id": "01a207a3-a0cb-777b-9927-6ce984c76c62", "name": "", "loginUserName": ""}, "items": [{"brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "logoUrl": "/images/devices/patient-monitor.svg", "quantity": 2, "productId": "01a207a3-9f9a-7683-9507-df589b60273b", "pricePaise": 8450050}], "$sealed": {"text": "enc:1:01a207a3-a0cb-777b-9927-6ce984c76c62:J5aQIm06+6dW49NZDGSwuOVoZtUXloLn9p3neQ/GHOgtu9aWrAZyY/I5Sg0ijF2LQYc7i6uy/RdyR+sl/5cEkQiFf6ScuUBANhIfFg23nZsNWI/+NCx5NG1fLgqRLWfQdfqrxgiMAiwBd910T0HcSMsAl5/QCqjKrJXV0F6vdG5wAiiCOMQpLYz2b6GtUnxST4/I9Q==", "paths": [["buyer", "loginUserName"], ["buyer", "name"], ["shipping", "name"], ["shipping", "mobile"], ["shipping", "address"], ["shipping", "city"], ["shipping", "state"], ["shipping", "zipCode"]]}, "orderId": "ORD10000001", "payment": {"method": "cod", "status": "pending"}, "placedAt": "2026-11-23T09:01:34.151Z", "shipping": {"city": "", "name": "", "state": "", "mobile": "", "address": "", "zipCode": ""}, "totalPaise": 16900100}', '{"by": {"id": "01a207a3-a0cb-777b-9927-6ce984c76c62", "name": "enc:data", "role": "USER"}, "causationId": "61b5ba2a-4cf4-4710-bea8-79522ad8eab6", "correlationId": "61b5ba2a-4cf4-4710-bea8-79522ad8eab6", "schemaVersion": 1}', '2026-11-23 09:01:34.203405+00');
INSERT INTO public.events VALUES (6, 'order-ORD10000001', 1, '01a207a3-a2a1-75a9-8e55-d15f3d3f70f0', 'OrderConfirmed', '{}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "d49cb96f-f4a8-4a7a-a3cc-f5767f60f584", "correlationId": "d49cb96f-f4a8-4a7a-a3cc-f5767f60f584", "schemaVersion": 1}', '2026-11-23 09:01:34.245402+00');
INSERT INTO public.events VALUES (7, 'order-ORD10000001', 2, '01a207a3-a2ab-7267-9d9e-9a8217733d92', 'OrderDispatched', '{"carrier": "Bluedart", "trackingNumber": "BD123456789IN"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "3ce18b03-56f9-4282-943f-199168b4dcdd", "correlationId": "3ce18b03-56f9-4282-943f-199168b4dcdd", "schemaVersion": 1}', '2026-11-23 09:01:34.277956+00');
INSERT INTO public.events VALUES (8, 'order-ORD10000002', 0, '01a207a3-a39c-74bd-8d2e-1b0996846368', 'OrderPlaced', '{"buyer": {"id": "01a207a3-a124-757c-8bce-c5bba8a18130", "name": "", "loginUserName": ""}, "items": [{"brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "logoUrl": "/images/devices/patient-monitor.svg", "quantity": 1, "productId": "01a207a3-9f9a-7683-9507-df589b60273b", "pricePaise": 8450050}], "$sealed": {"text": "enc:1:01a207a3-a124-757c-8bce-c5bba8a18130:7sL7Vo79DMjqShQ0YxAcacAMOwF4YXEtSA2OJsrYRpxo54JhHvoIfzA8sGiH6ZxjcZWkJrb1VM1y45b/rqJxLjGe73P5mye9KAP2v0a5oFRkAi7EBd6kr/fitIuGM6s474uaxXZR/w8ADJvai1ficBhtgjMkF/PS2r0Lc0ps2OpH5tY2PqUTilEzLcruDosnEgODsg==", "paths": [["buyer", "loginUserName"], ["buyer", "name"], ["shipping", "name"], ["shipping", "mobile"], ["shipping", "address"], ["shipping", "city"], ["shipping", "state"], ["shipping", "zipCode"]]}, "orderId": "ORD10000002", "payment": {"method": "cod", "status": "pending"}, "placedAt": "2026-11-23T09:01:34.493Z", "shipping": {"city": "", "name": "", "state": "", "mobile": "", "address": "", "zipCode": ""}, "totalPaise": 8450050}', '{"by": {"id": "01a207a3-a124-757c-8bce-c5bba8a18130", "name": "enc:data", "role": "USER"}, "causationId": "c65e7372-4a62-4ced-ab21-0117ecfc11a6", "correlationId": "c65e7372-4a62-4ced-ab21-0117ecfc11a6", "schemaVersion": 1}', '2026-11-23 09:01:34.507777+00');
INSERT INTO public.events VALUES (13, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-Order.ORD10000002', 0, '01a207a3-a4e3-710e-b75c-4ea89e235329', 'PersonalDataRead', '{"what": "Order ORD10000002"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "8d7394d4-87f5-4ebe-bba9-200e85d0e190", "correlationId": "8d7394d4-87f5-4ebe-bba9-200e85d0e190", "schemaVersion": 1}', '2026-11-23 09:01:34.821161+00');
INSERT INTO public.events VALUES (9, 'serviceRequest-01a207a3-a41e-71f7-b976-9155200b7014', 0, '01a207a3-a41e-71f7-b976-9155200b7014', 'ServiceRequestRaised', '{"title": "", "$sealed": {"text": "enc:1:01a207a3-a0cb-777b-9927-6ce984c76c62:tSf8yvMW9wJFm0gJBzBMYEQ7fHv/67cF0qlDMHyM4OUuCNzTiWfRa8kLNBUPzYJv+dru7VQtUEj935PFbES+LCeRVwDmXtWNC2E6rlMRefywXnrkIVQA5b7uIpjWdoWuNSlLmvWbHPLbRnGn5rFyDxJE9om7HgBfCRcuN3hAMg9rSiWG+YyZqcXlDTP4FfEtxA3q7FLr3fYFsa3EFv7jSl3avF6r/EKI5BpX3hnb0w6hqzwbRJRka6WOgXo8XcCjjZJClBGwxg==", "paths": [["requester", "loginUserName"], ["requester", "name"], ["productId"], ["title"], ["company"], ["logoUrl"], ["description"], ["address"]]}, "address": "", "company": "", "logoUrl": "", "raisedAt": "2026-11-23T09:01:34.622Z", "productId": "", "requester": {"id": "01a207a3-a0cb-777b-9927-6ce984c76c62", "name": "", "loginUserName": ""}, "description": ""}', '{"by": {"id": "01a207a3-a0cb-777b-9927-6ce984c76c62", "name": "enc:data", "role": "USER"}, "causationId": "cba3a629-0f5f-4939-8222-e396cd764a9a", "correlationId": "cba3a629-0f5f-4939-8222-e396cd764a9a", "schemaVersion": 1}', '2026-11-23 09:01:34.62934+00');
INSERT INTO public.events VALUES (10, 'cart-3f2b8c1e-5d0a-4c7e-9b1f-2a6d4e8f0c11', 0, '01a207a3-a436-7303-8b4b-c55b62248dd0', 'CartItemQuantitySet', '{"quantity": 3, "productId": "01a207a3-9f9a-7683-9507-df589b60273b"}', '{"by": {"id": "01a207a3-a0cb-777b-9927-6ce984c76c62", "name": "enc:1:01a207a3-a0cb-777b-9927-6ce984c76c62:1z+mpMSgoZZdBl8uYUmCRaWXsaDRVSVeNSx2uVg/8YdD7PyO", "role": "USER"}, "causationId": "336d87fb-87c0-4142-8b24-6fbf7f5848ff", "correlationId": "336d87fb-87c0-4142-8b24-6fbf7f5848ff", "schemaVersion": 1}', '2026-11-23 09:01:34.657531+00');
INSERT INTO public.events VALUES (11, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-the.list.of.orders', 0, '01a207a3-a4b3-7633-8fd5-61728fad785d', 'PersonalDataRead', '{"what": "the list of orders"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "e68bc67c-f0e5-40e3-85d1-57d294cb7ad0", "correlationId": "e68bc67c-f0e5-40e3-85d1-57d294cb7ad0", "schemaVersion": 1}', '2026-11-23 09:01:34.774466+00');
INSERT INTO public.events VALUES (12, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-Order.ORD10000001', 0, '01a207a3-a4d0-76ab-8229-c96d806653ab', 'PersonalDataRead', '{"what": "Order ORD10000001"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "e3c1742e-a0e2-4070-8527-eec368093496", "correlationId": "e3c1742e-a0e2-4070-8527-eec368093496", "schemaVersion": 1}', '2026-11-23 09:01:34.802028+00');
INSERT INTO public.events VALUES (14, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-the.list.of.service.requests', 0, '01a207a3-a4f1-75ff-b6b5-e6131eb30373', 'PersonalDataRead', '{"what": "the list of service requests"}', '{"by": {"id": "01a207a3-99a2-7594-9ba5-245af6679b43", "name": "enc:1:01a207a3-99a2-7594-9ba5-245af6679b43:QyFlku4d2Swnjji9GA8H3QJkQKOTumKvqz7ayGjaDdq0q8j+ztSHUb8=", "role": "ADMIN"}, "causationId": "7508f8ed-d454-4cbe-af49-efd89d12ad69", "correlationId": "7508f8ed-d454-4cbe-af49-efd89d12ad69", "schemaVersion": 1}', '2026-11-23 09:01:34.838536+00');

INSERT INTO public.idempotency_keys VALUES ('\xb2f72e18d9172516cddd212907a22ce8761d3dce1ed9e690477bfbd8f26ef06a', '\x58ddedda5cf97c2e18ab42da480abcc7754d3e7767595da5ca83c4966b167809', '01a207a3-a23b-7171-b4c6-c9346abc525d', 1, '\x6a1bf5eb2431f579a7bc3c8ce4f02a7b8b25d25a864cef8f8f7bbffa9d8d56101b75a2219cc8437696310922aec0dba83b6b14fe5171c04c9a886c76b8a0d38484b10d5c1cefd6c04ecc7617f190a82b38509b6080a31988eebea140969d021b2e9844ca9f13ac2fac3675dc6419ba29a6dc4e022478bc362db986d4339c95a8c3cdd919867b9df7f224909fb7964eb5e48ecbb13a4ac910d5e7aee1dcdaf142e8e209e57438f66c2883ce6a99a8dd01359e4825e040d213c72295358a53fb703103b798d329f97969baa8a2152a0a9f6e1083ebafdb436635fcbd89e7ab7c28f8598ceae963a08617377ccd2256ff08e71b569ef466db5ac25e4fdbcd3295640246bc0fec5caf8795c21a13154c495f40f3afb261c5e7bd726e7e887a0edcf77b6a9cae', '2026-11-23 09:01:49.139684+00', '2026-11-26 09:01:34.139684+00');
INSERT INTO public.idempotency_keys VALUES ('\x5ab80b02e89177c17629e36b0409eb426b5fd26bd9c93fd1137ef2fb3f42a1bd', '\x27c138cf039702baadf66a16f0adbc7cc6515708d7d247a1e5882bdc7bef7843', '01a207a3-a39c-74bd-8d2e-1b0996846368', 1, '\xf95aa1fbcf52b3e7dba0f73aa9534983429ecd48dc139be8213649f01145e0a1d3e7f36f03af3cf6e676ffb209be46a925a95b24a22aabaa48c984f8b48ec6d6e41c39cdb9b24326793481000afd654e98877b12ca93f2869a4afcf12f6f0a61dc9f3d1b6bc2e651c67b752a1d9cc6ae608e066c5802b97099d8f1ad10a104b41cb7582f5ca02269d219ab11f71dfbc61f77c689c6d12627c7072223a75020a2aef8ad80d7177c4f81720c891df54eebd38db701a61bfc4d83733ecf1bdbd757fc1dad753c0d40e3d8526996d117e79f66526165d4253a5041a750310e1b161e8c6c734cb5d68c6561a54124898b1c0caf2f743415b2b311010168782f146f004c669b25532b17635b57fcebd8b378498f17d7fcd257c194e5e7ea82f40e09388438c6e900', '2026-11-23 09:01:49.492567+00', '2026-11-26 09:01:34.492567+00');

INSERT INTO public.kysely_migration VALUES ('2026-11-20-catalogue-seeds', '2026-11-23T09:01:31.508Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-database-trigrams', '2026-11-23T09:01:31.521Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-event-tables', '2026-11-23T09:01:31.534Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-http-idempotency-keys', '2026-11-23T09:01:31.541Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-http-throttles', '2026-11-23T09:01:31.542Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-identity-accounts', '2026-11-23T09:01:31.550Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-notifications', '2026-11-23T09:01:31.558Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-personal-keys', '2026-11-23T09:01:31.563Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-20-projection-checkpoints', '2026-11-23T09:01:31.574Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-21-audit-exports', '2026-11-23T09:01:31.585Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-21-event-log-home', '2026-11-23T09:01:31.591Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-21-identity-last-issued', '2026-11-23T09:01:31.595Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-21-personal-master-key', '2026-11-23T09:01:31.597Z');
INSERT INTO public.kysely_migration VALUES ('2026-11-21-projection-operators', '2026-11-23T09:01:31.603Z');

INSERT INTO public.kysely_migration_lock VALUES ('migration_lock', 0);

INSERT INTO public.log_head VALUES (14);

INSERT INTO public.notifications VALUES ('01a207a3-a23b-7171-b4c6-c9346abc525d-email', '01a207a3-a23b-7171-b4c6-c9346abc525d', 'email', 'order-placed', 'order-ORD10000001', 0, '2026-11-23 09:01:34.203+00', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'sent', 1, NULL, NULL, NULL, NULL, '<01a207a3-a23b-7171-b4c6-c9346abc525d-email@sanjeevani-medical.example>', 0, '2026-11-23 09:01:34.218496+00', '2026-11-23 09:01:34.389124+00');
INSERT INTO public.notifications VALUES ('01a207a3-a2a1-75a9-8e55-d15f3d3f70f0-email', '01a207a3-a2a1-75a9-8e55-d15f3d3f70f0', 'email', 'order-confirmed', 'order-ORD10000001', 1, '2026-11-23 09:01:34.245+00', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'sent', 1, NULL, NULL, NULL, NULL, '<01a207a3-a2a1-75a9-8e55-d15f3d3f70f0-email@sanjeevani-medical.example>', 0, '2026-11-23 09:01:34.389163+00', '2026-11-23 09:01:34.438864+00');
INSERT INTO public.notifications VALUES ('01a207a3-a2ab-7267-9d9e-9a8217733d92-email', '01a207a3-a2ab-7267-9d9e-9a8217733d92', 'email', 'order-dispatched', 'order-ORD10000001', 2, '2026-11-23 09:01:34.277+00', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'sent', 1, NULL, NULL, NULL, NULL, '<01a207a3-a2ab-7267-9d9e-9a8217733d92-email@sanjeevani-medical.example>', 0, '2026-11-23 09:01:34.389163+00', '2026-11-23 09:01:34.477742+00');
INSERT INTO public.notifications VALUES ('01a207a3-a39c-74bd-8d2e-1b0996846368-email', '01a207a3-a39c-74bd-8d2e-1b0996846368', 'email', 'order-placed', 'order-ORD10000002', 0, '2026-11-23 09:01:34.507+00', NULL, 'failed', 1, NULL, NULL, NULL, 'The mail server refuses this mail (EENVELOPE, 550)', NULL, 0, '2026-11-23 09:01:34.536821+00', NULL);
INSERT INTO public.notifications VALUES ('01a207a3-a41e-71f7-b976-9155200b7014-email', '01a207a3-a41e-71f7-b976-9155200b7014', 'email', 'service-request-received', 'serviceRequest-01a207a3-a41e-71f7-b976-9155200b7014', 0, '2026-11-23 09:01:34.629+00', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'sent', 1, NULL, NULL, NULL, NULL, '<01a207a3-a41e-71f7-b976-9155200b7014-email@sanjeevani-medical.example>', 0, '2026-11-23 09:01:34.645793+00', '2026-11-23 09:01:34.714431+00');

INSERT INTO public.personal_keys VALUES ('01a207a3-99a2-7594-9ba5-245af6679b43', '\x2403c1d20210fa71bab437d90e4b9961448e0f181eaaeb26d4e883c8ea9ae98c1f1f3e9248efd48a025df64fc8991f5ff19f8529ad07d2bdc87466a6', '2026-11-23 09:01:33.483359+00', NULL);
INSERT INTO public.personal_keys VALUES ('01a207a3-a0cb-777b-9927-6ce984c76c62', '\x80103e3b36ae004f9cff7e0f23023649f989cbd0ef569831d522711236da3e7e244b9d8ad0ecffb9e943e1b6b95c270ebef21dcf0afdaf303137f0c2', '2026-11-23 09:01:34.160041+00', NULL);
INSERT INTO public.personal_keys VALUES ('01a207a3-a124-757c-8bce-c5bba8a18130', '\xaf4a10c3f5315a65cb32acc8169118ea32db50b76f1e6e1220e4d6bfeedc75490483f4a6c6a7c2303d587ff8192b6aa88ba1626d36ef3d481dfbb252', '2026-11-23 09:01:34.498675+00', NULL);

INSERT INTO public.personal_master_key VALUES (true, '\x172b68cd06603df39ea43bef2ba09f7352443b7df05e2e41377aabf9f14c8745');

INSERT INTO public.projection_checkpoints VALUES ('orders', 'live', 'table', 1, '80c21918bcf36f9f', 1, 14, 8, NULL, 'live', NULL, 2.9427000816842757, NULL, '2026-11-23 09:01:31.790081+00', '2026-11-23 09:01:34.861129+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('carts', 'live', 'table', 1, '11248f5ff7902637', 1, 14, 10, NULL, 'live', NULL, 0.7358920434597971, NULL, '2026-11-23 09:01:31.780668+00', '2026-11-23 09:01:34.862764+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('event-log', 'live', 'table', 2, '4444d65df23c3c33', 1, 14, 14, NULL, 'live', NULL, 8.096082594809722, NULL, '2026-11-23 09:01:31.820921+00', '2026-11-23 09:01:34.865455+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('product-list', 'live', 'table', 2, 'a60130963d48df54', 1, 14, 4, NULL, 'live', NULL, 2.9434754352835193, NULL, '2026-11-23 09:01:31.705734+00', '2026-11-23 09:01:34.867179+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('product-search', 'live', 'search', 1, 'e3af19a47a6b1ceb', 1, 14, 4, NULL, 'live', NULL, 2.9441645248127366, NULL, '2026-11-23 09:01:31.778346+00', '2026-11-23 09:01:34.867435+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('service-requests', 'live', 'table', 2, 'c07aedf4bd74a7e9', 1, 14, 9, NULL, 'live', NULL, 0.735588029416442, NULL, '2026-11-23 09:01:31.809643+00', '2026-11-23 09:01:34.867788+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('cart-check-out', 'live', 'reactor', 1, '', 1, 14, 0, NULL, 'live', NULL, 1.4630340001588955, NULL, '2026-11-23 09:01:32.904684+00', '2026-11-23 09:01:34.873851+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('product-list', 'next', 'table', 2, 'a60130963d48df54', 2, 10, 4, 10, 'stopped', NULL, 0, NULL, '2026-11-23 09:01:34.747477+00', '2026-11-23 09:01:34.763194+00', '{"id": "system", "name": "The shop", "role": "SYSTEM"}');
INSERT INTO public.projection_checkpoints VALUES ('event-counts', 'live', 'table', 2, '9c533083cb113d11', 1, 14, 14, NULL, 'live', NULL, 8.095342606111142, NULL, '2026-11-23 09:01:31.843173+00', '2026-11-23 09:01:34.877842+00', NULL);
INSERT INTO public.projection_checkpoints VALUES ('mails', 'live', 'reactor', 1, '', 1, 14, 0, NULL, 'live', NULL, 3.658289708807785, NULL, '2026-11-23 09:01:32.875624+00', '2026-11-23 09:01:34.881201+00', NULL);

INSERT INTO public.throttles VALUES ('login-account:jGl25bVBBBW96Qi9Te4V37Fnqchz_Eu4qB9vKrRIqRg', 0, 1795425393393);
INSERT INTO public.throttles VALUES ('login-address:EsoXtJryKJQ28wPgFmAwoh5SXSZuIJJnQzgBqP1AcaA', 0, 1795425393393);
INSERT INTO public.throttles VALUES ('signup-address:EsoXtJryKJQ28wPgFmAwoh5SXSZuIJJnQzgBqP1AcaA', 2, 1795425093768);

INSERT INTO read_carts.carts VALUES ('3f2b8c1e-5d0a-4c7e-9b1f-2a6d4e8f0c11', NULL, 'open', '{"01a207a3-9f9a-7683-9507-df589b60273b": 3}', NULL, 10);

INSERT INTO read_event_counts.counts VALUES ('type/product/ProductAdded', NULL, 3, 1, 3);
INSERT INTO read_event_counts.counts VALUES ('category/product', NULL, 4, 1, 4);
INSERT INTO read_event_counts.counts VALUES ('type/product/ProductPriceChanged', NULL, 1, 4, 4);
INSERT INTO read_event_counts.counts VALUES ('type/order/OrderConfirmed', NULL, 1, 6, 6);
INSERT INTO read_event_counts.counts VALUES ('type/order/OrderDispatched', NULL, 1, 7, 7);
INSERT INTO read_event_counts.counts VALUES ('category/order', NULL, 4, 5, 8);
INSERT INTO read_event_counts.counts VALUES ('type/order/OrderPlaced', NULL, 2, 5, 8);
INSERT INTO read_event_counts.counts VALUES ('category/serviceRequest', NULL, 1, 9, 9);
INSERT INTO read_event_counts.counts VALUES ('type/serviceRequest/ServiceRequestRaised', NULL, 1, 9, 9);
INSERT INTO read_event_counts.counts VALUES ('category/cart', NULL, 1, 10, 10);
INSERT INTO read_event_counts.counts VALUES ('type/cart/CartItemQuantitySet', NULL, 1, 10, 10);
INSERT INTO read_event_counts.counts VALUES ('all', NULL, 14, 1, 14);
INSERT INTO read_event_counts.counts VALUES ('category/audit', NULL, 4, 11, 14);
INSERT INTO read_event_counts.counts VALUES ('type/audit/PersonalDataRead', NULL, 4, 11, 14);
INSERT INTO read_event_counts.counts VALUES ('hour/2026-11-23T09', '2026-11-23 09:00:00+00', 14, 1, 14);
INSERT INTO read_event_counts.counts VALUES ('minute/2026-11-23T09:01', NULL, 14, 1, 14);

INSERT INTO read_event_log.events VALUES ('01a207a3-9f9a-7683-9507-df589b60273b', 1, 'product-01a207a3-9f9a-7683-9507-df589b60273b', 0, 'product', 'ProductAdded', '01a207a3-99a2-7594-9ba5-245af6679b43', 'f80b02f7-93b0-4e4f-99aa-a032b043135c', 'f80b02f7-93b0-4e4f-99aa-a032b043135c', '2026-11-23 09:01:33.495+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-9fcd-7720-9ca2-26df9cb369db', 2, 'product-01a207a3-9fcd-7720-9ca2-26df9cb369db', 0, 'product', 'ProductAdded', '01a207a3-99a2-7594-9ba5-245af6679b43', 'ce091a1c-b9fa-4011-ac53-41a1819fd9a0', 'ce091a1c-b9fa-4011-ac53-41a1819fd9a0', '2026-11-23 09:01:33.525+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a014-758b-846f-d5a1229043a3', 3, 'product-01a207a3-a014-758b-846f-d5a1229043a3', 0, 'product', 'ProductAdded', '01a207a3-99a2-7594-9ba5-245af6679b43', '02cbad87-eba3-4b83-b5b5-d1258b2c5ebf', '02cbad87-eba3-4b83-b5b5-d1258b2c5ebf', '2026-11-23 09:01:33.598+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a0ae-7378-8502-c0dcd4332a75', 4, 'product-01a207a3-9fcd-7720-9ca2-26df9cb369db', 1, 'product', 'ProductPriceChanged', '01a207a3-99a2-7594-9ba5-245af6679b43', '6a72c7fe-a98f-48b3-a85f-d6455b67228d', '6a72c7fe-a98f-48b3-a85f-d6455b67228d', '2026-11-23 09:01:33.749+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a23b-7171-b4c6-c9346abc525d', 5, 'order-ORD10000001', 0, 'order', 'OrderPlaced', '01a207a3-a0cb-777b-9927-6ce984c76c62', '61b5ba2a-4cf4-4710-bea8-79522ad8eab6', '61b5ba2a-4cf4-4710-bea8-79522ad8eab6', '2026-11-23 09:01:34.203+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a2a1-75a9-8e55-d15f3d3f70f0', 6, 'order-ORD10000001', 1, 'order', 'OrderConfirmed', '01a207a3-99a2-7594-9ba5-245af6679b43', 'd49cb96f-f4a8-4a7a-a3cc-f5767f60f584', 'd49cb96f-f4a8-4a7a-a3cc-f5767f60f584', '2026-11-23 09:01:34.245+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a2ab-7267-9d9e-9a8217733d92', 7, 'order-ORD10000001', 2, 'order', 'OrderDispatched', '01a207a3-99a2-7594-9ba5-245af6679b43', '3ce18b03-56f9-4282-943f-199168b4dcdd', '3ce18b03-56f9-4282-943f-199168b4dcdd', '2026-11-23 09:01:34.277+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a39c-74bd-8d2e-1b0996846368', 8, 'order-ORD10000002', 0, 'order', 'OrderPlaced', '01a207a3-a124-757c-8bce-c5bba8a18130', 'c65e7372-4a62-4ced-ab21-0117ecfc11a6', 'c65e7372-4a62-4ced-ab21-0117ecfc11a6', '2026-11-23 09:01:34.507+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a41e-71f7-b976-9155200b7014', 9, 'serviceRequest-01a207a3-a41e-71f7-b976-9155200b7014', 0, 'serviceRequest', 'ServiceRequestRaised', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'cba3a629-0f5f-4939-8222-e396cd764a9a', 'cba3a629-0f5f-4939-8222-e396cd764a9a', '2026-11-23 09:01:34.629+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a436-7303-8b4b-c55b62248dd0', 10, 'cart-3f2b8c1e-5d0a-4c7e-9b1f-2a6d4e8f0c11', 0, 'cart', 'CartItemQuantitySet', '01a207a3-a0cb-777b-9927-6ce984c76c62', '336d87fb-87c0-4142-8b24-6fbf7f5848ff', '336d87fb-87c0-4142-8b24-6fbf7f5848ff', '2026-11-23 09:01:34.657+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a4b3-7633-8fd5-61728fad785d', 11, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-the.list.of.orders', 0, 'audit', 'PersonalDataRead', '01a207a3-99a2-7594-9ba5-245af6679b43', 'e68bc67c-f0e5-40e3-85d1-57d294cb7ad0', 'e68bc67c-f0e5-40e3-85d1-57d294cb7ad0', '2026-11-23 09:01:34.774+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a4d0-76ab-8229-c96d806653ab', 12, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-Order.ORD10000001', 0, 'audit', 'PersonalDataRead', '01a207a3-99a2-7594-9ba5-245af6679b43', 'e3c1742e-a0e2-4070-8527-eec368093496', 'e3c1742e-a0e2-4070-8527-eec368093496', '2026-11-23 09:01:34.802+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a4e3-710e-b75c-4ea89e235329', 13, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-Order.ORD10000002', 0, 'audit', 'PersonalDataRead', '01a207a3-99a2-7594-9ba5-245af6679b43', '8d7394d4-87f5-4ebe-bba9-200e85d0e190', '8d7394d4-87f5-4ebe-bba9-200e85d0e190', '2026-11-23 09:01:34.821+00');
INSERT INTO read_event_log.events VALUES ('01a207a3-a4f1-75ff-b6b5-e6131eb30373', 14, 'audit-2026-11-23T09-01a207a3-99a2-7594-9ba5-245af6679b43-the.list.of.service.requests', 0, 'audit', 'PersonalDataRead', '01a207a3-99a2-7594-9ba5-245af6679b43', '7508f8ed-d454-4cbe-af49-efd89d12ad69', '7508f8ed-d454-4cbe-af49-efd89d12ad69', '2026-11-23 09:01:34.838+00');

INSERT INTO read_orders.orders VALUES ('ORD10000001', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'asha.64102f1c6894@clinic.in', '[{"brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "logoUrl": "/images/devices/patient-monitor.svg", "quantity": 2, "productId": "01a207a3-9f9a-7683-9507-df589b60273b", "pricePaise": 8450050}]', '{"city": "Pune", "name": "Asha Rao", "state": "Maharashtra", "mobile": "9820012345", "address": "12 MG Road", "zipCode": "411001"}', 'pending', 16900100, 'dispatched', '2026-11-23 09:01:34.151+00', 5, 2, 'ord10000001 asha rao asha.64102f1c6894@clinic.in asha rao pune aarogya vm-12 patient monitor');
INSERT INTO read_orders.orders VALUES ('ORD10000002', '01a207a3-a124-757c-8bce-c5bba8a18130', 'ravi.3d8236fbd7c5@clinic.in', '[{"brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "logoUrl": "/images/devices/patient-monitor.svg", "quantity": 1, "productId": "01a207a3-9f9a-7683-9507-df589b60273b", "pricePaise": 8450050}]', '{"city": "Pune", "name": "Asha Rao", "state": "Maharashtra", "mobile": "9820012345", "address": "12 MG Road", "zipCode": "411001"}', 'pending', 8450050, 'received', '2026-11-23 09:01:34.493+00', 8, 0, 'ord10000002 ravi rao ravi.3d8236fbd7c5@clinic.in asha rao pune aarogya vm-12 patient monitor');

INSERT INTO read_product_list.products VALUES ('01a207a3-9f9a-7683-9507-df589b60273b', '{"brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', 'icu-equipments', 8450050, 12, '2026-11-23 09:01:33.495+00', 1, 0);
INSERT INTO read_product_list.products VALUES ('01a207a3-a014-758b-846f-d5a1229043a3', '{"brand": "Aarogya", "title": "Sukha Trolley", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', 'icu-equipments', 999900, 12, '2026-11-23 09:01:33.598+00', 3, 0);
INSERT INTO read_product_list.products VALUES ('01a207a3-9fcd-7720-9ca2-26df9cb369db', '{"brand": "Aarogya", "title": "Nirmal Infusion Pump", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', 'icu-equipments', 4500000, 12, '2026-11-23 09:01:33.525+00', 2, 1);

INSERT INTO read_product_list_next.products VALUES ('01a207a3-9f9a-7683-9507-df589b60273b', '{"brand": "Aarogya", "title": "Aarogya VM-12 Patient Monitor", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', 'icu-equipments', 8450050, 12, '2026-11-23 09:01:33.495+00', 1, 0);
INSERT INTO read_product_list_next.products VALUES ('01a207a3-9fcd-7720-9ca2-26df9cb369db', '{"brand": "Aarogya", "title": "Nirmal Infusion Pump", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', 'icu-equipments', 4500000, 12, '2026-11-23 09:01:33.525+00', 2, 1);
INSERT INTO read_product_list_next.products VALUES ('01a207a3-a014-758b-846f-d5a1229043a3', '{"brand": "Aarogya", "title": "Sukha Trolley", "company": "Aarogya Meditech", "imgUrl1": "", "imgUrl2": "", "imgUrl3": "", "logoUrl": "/images/devices/patient-monitor.svg", "posttype": "icu-equipments", "lookupType": "Equipment", "description": "Bedside monitor for ECG, SpO2, NIBP and temperature.", "featureDescription": "Screen: 12.1 in\nWeight: 4.2 kg"}', 'icu-equipments', 999900, 12, '2026-11-23 09:01:33.598+00', 3, 0);

INSERT INTO read_service_requests.service_requests VALUES ('01a207a3-a41e-71f7-b976-9155200b7014', '01a207a3-a0cb-777b-9927-6ce984c76c62', 'asha.64102f1c6894@clinic.in', '01a207a3-9f9a-7683-9507-df589b60273b', 'Aarogya VM-12 Patient Monitor', 'Aarogya Meditech', '', 'The display is dark', '', 'received', '2026-11-23 09:01:34.622+00', 9, 0);

INSERT INTO search_index.generation VALUES (true, 1, 1, NULL, NULL);

INSERT INTO search_index_1.document VALUES ('01a207a3-9f9a-7683-9507-df589b60273b', 'dc6d1e12-87b7-d07e-dc58-807993e16206', 8450050, 1795424493495, '''12'':3A ''aarogya'':1A,15B,25B ''equipment'':37C ''icu'':36C ''meditech'':26B ''monitor'':5A ''patient'':4A ''vm'':2A ''vm12'':2A', '''12'' ''12.1'' ''2'' ''4.2'' ''aarogya'' ''and'' ''bedside'' ''ecg'' ''equipment'' ''equipments'' ''for'' ''icu'' ''in'' ''kg'' ''meditech'' ''monitor'' ''nibp'' ''patient'' ''screen'' ''spo'' ''spo2'' ''temperature'' ''vm'' ''vm12'' ''weight''', '{"id":"01a207a3-9f9a-7683-9507-df589b60273b","title":"Aarogya VM-12 Patient Monitor","brand":"Aarogya","company":"Aarogya Meditech","category":"icu-equipments","collections":["icu-equipments","medical-devices"],"description":"Bedside monitor for ECG, SpO2, NIBP and temperature.","featureDescription":"Screen: 12.1 in\nWeight: 4.2 kg","pricePaise":8450050,"createdAt":1795424493495,"payload":{"brand":"Aarogya","title":"Aarogya VM-12 Patient Monitor","company":"Aarogya Meditech","imgUrl1":"","imgUrl2":"","imgUrl3":"","logoUrl":"/images/devices/patient-monitor.svg","posttype":"icu-equipments","lookupType":"Equipment","description":"Bedside monitor for ECG, SpO2, NIBP and temperature.","featureDescription":"Screen: 12.1 in\nWeight: 4.2 kg","qty":12,"createDate":"2026-11-23T09:01:33.495Z"},"position":1}');
INSERT INTO search_index_1.document VALUES ('01a207a3-a014-758b-846f-d5a1229043a3', 'dc6d1e12-87b7-d07e-dc58-807993e16206', 999900, 1795424493598, '''aarogya'':12B,22B ''equipment'':34C ''icu'':33C ''meditech'':23B ''sukha'':1A ''trolley'':2A', '''12.1'' ''2'' ''4.2'' ''aarogya'' ''and'' ''bedside'' ''ecg'' ''equipment'' ''equipments'' ''for'' ''icu'' ''in'' ''kg'' ''meditech'' ''monitor'' ''nibp'' ''screen'' ''spo'' ''spo2'' ''sukha'' ''temperature'' ''trolley'' ''weight''', '{"id":"01a207a3-a014-758b-846f-d5a1229043a3","title":"Sukha Trolley","brand":"Aarogya","company":"Aarogya Meditech","category":"icu-equipments","collections":["icu-equipments","medical-devices"],"description":"Bedside monitor for ECG, SpO2, NIBP and temperature.","featureDescription":"Screen: 12.1 in\nWeight: 4.2 kg","pricePaise":999900,"createdAt":1795424493598,"payload":{"brand":"Aarogya","title":"Sukha Trolley","company":"Aarogya Meditech","imgUrl1":"","imgUrl2":"","imgUrl3":"","logoUrl":"/images/devices/patient-monitor.svg","posttype":"icu-equipments","lookupType":"Equipment","description":"Bedside monitor for ECG, SpO2, NIBP and temperature.","featureDescription":"Screen: 12.1 in\nWeight: 4.2 kg","qty":12,"createDate":"2026-11-23T09:01:33.598Z"},"position":3}');
INSERT INTO search_index_1.document VALUES ('01a207a3-9fcd-7720-9ca2-26df9cb369db', 'dc6d1e12-87b7-d07e-dc58-807993e16206', 4500000, 1795424493525, '''aarogya'':13B,23B ''equipment'':35C ''icu'':34C ''infusion'':2A ''meditech'':24B ''nirmal'':1A ''pump'':3A', '''12.1'' ''2'' ''4.2'' ''aarogya'' ''and'' ''bedside'' ''ecg'' ''equipment'' ''equipments'' ''for'' ''icu'' ''in'' ''infusion'' ''kg'' ''meditech'' ''monitor'' ''nibp'' ''nirmal'' ''pump'' ''screen'' ''spo'' ''spo2'' ''temperature'' ''weight''', '{"id":"01a207a3-9fcd-7720-9ca2-26df9cb369db","title":"Nirmal Infusion Pump","brand":"Aarogya","company":"Aarogya Meditech","category":"icu-equipments","collections":["icu-equipments","medical-devices"],"description":"Bedside monitor for ECG, SpO2, NIBP and temperature.","featureDescription":"Screen: 12.1 in\nWeight: 4.2 kg","pricePaise":4500000,"createdAt":1795424493525,"payload":{"brand":"Aarogya","title":"Nirmal Infusion Pump","company":"Aarogya Meditech","imgUrl1":"","imgUrl2":"","imgUrl3":"","logoUrl":"/images/devices/patient-monitor.svg","posttype":"icu-equipments","lookupType":"Equipment","description":"Bedside monitor for ECG, SpO2, NIBP and temperature.","featureDescription":"Screen: 12.1 in\nWeight: 4.2 kg","qty":12,"createDate":"2026-11-23T09:01:33.525Z"},"position":4}');

INSERT INTO search_index_1.shelf VALUES ('dc6d1e12-87b7-d07e-dc58-807993e16206', 'icu-equipments', 'Aarogya', 'Aarogya Meditech', 'icu-equipments', 'aarogya', 'aarogya meditech', '{icu-equipments,medical-devices}', 3);

INSERT INTO search_index_1.vocabulary VALUES ('vm', 1, '{1078575660,-401854600,-217300791}');
INSERT INTO search_index_1.vocabulary VALUES ('12', 1, '{}');
INSERT INTO search_index_1.vocabulary VALUES ('vm12', 1, '{}');
INSERT INTO search_index_1.vocabulary VALUES ('patient', 1, '{-2131863202,2100933296,594617613,51767150,2124635383,1397249091,1364532496,1263866782}');
INSERT INTO search_index_1.vocabulary VALUES ('aarogya', 3, '{1890912255,920920502,596313751,1220201222,-235082274,102735772,-31485180}');
INSERT INTO search_index_1.vocabulary VALUES ('monitor', 3, '{1983775257,-442680692,-278466842,-546228803,252105846,-1854811067,-1890190686,-2074744495}');
INSERT INTO search_index_1.vocabulary VALUES ('meditech', 3, '{-1892090576,-1548616353,-1705598985,-1250778554,1849287813,1259786564,856770511,251790489,335678584,1596988026,-1014599925,-585636164,-791591539,1844414906,1777701788,1962255597,-1609352461,1627258964,55927733,997210690,393510596,309622501,1203756759,1572952470,-1021580439,-1490368033,-1339369462,1379984007,-321833476,-255017190,-406015761,248654931,450280549,534168644,346907884,531461693,430795979}');
INSERT INTO search_index_1.vocabulary VALUES ('icu', 3, '{-2099179088,1277788517,1211663779,1043887589}');
INSERT INTO search_index_1.vocabulary VALUES ('equipments', 3, '{1803839993,-1343082734,2136175766,1318082186,1092381862,-1186977801,989495876,1527659612,1712213421,-1043801769,755178531,-2033044345,-1887819498,537363857,1075527593,1159415688,1530472359,807635267,-1168983870,1725167701,1726447629,1541893820,127331807,1621680606,1636620617,1098456881,913903072,1336552338,-1759193211,-1757810115,-1942363924,-1159413162,-1158030066,-1309028637,-1128859065,-1246302398,-1112081446}');
INSERT INTO search_index_1.vocabulary VALUES ('equipment', 3, '{1803839993,-1343082734,2136175766,1318082186,1092381862,-1186977801,989495876,1527659612,1712213421,-1043801769,755178531,-2033044345,-1887819498,537363857,1075527593,1159415688,1530472359,807635267,-1168983870,1725167701,1726447629,1541893820,127331807,1621680606,1636620617,1098456881,913903072,1336552338,-1759193211,-1757810115,-1942363924,-1159413162,-1158030066,-1309028637,-1128859065,-1246302398,-1112081446}');
INSERT INTO search_index_1.vocabulary VALUES ('screen', 3, '{1438993425,-758310688,-772301584,727229297,990222852,906334757}');
INSERT INTO search_index_1.vocabulary VALUES ('12.1', 3, '{}');
INSERT INTO search_index_1.vocabulary VALUES ('in', 3, '{1094220446,-351521743,-334744124}');
INSERT INTO search_index_1.vocabulary VALUES ('weight', 3, '{1352703673,-721779600,136924866,2074023158,-1826121372,-2061155133,-2128265609}');
INSERT INTO search_index_1.vocabulary VALUES ('4.2', 3, '{}');
INSERT INTO search_index_1.vocabulary VALUES ('kg', 3, '{1245513207,-502520314,-301188886}');
INSERT INTO search_index_1.vocabulary VALUES ('bedside', 3, '{211440519,88868455,912961768,654718155,1518460620,2112963242,2045014123,2028236504}');
INSERT INTO search_index_1.vocabulary VALUES ('for', 3, '{-1393327216,1563699588,1461901041,1646454850}');
INSERT INTO search_index_1.vocabulary VALUES ('ecg', 3, '{-1988964358,1512675183,974805637,907695161}');
INSERT INTO search_index_1.vocabulary VALUES ('spo2', 3, '{}');
INSERT INTO search_index_1.vocabulary VALUES ('spo', 3, '{-549359141,1112425088,1112675351,1196563446}');
INSERT INTO search_index_1.vocabulary VALUES ('2', 3, '{}');
INSERT INTO search_index_1.vocabulary VALUES ('nibp', 3, '{422538858,-2116103802,597118875,564402280,329515614}');
INSERT INTO search_index_1.vocabulary VALUES ('and', 3, '{254395046,1496736207,1193606232,1092940518}');
INSERT INTO search_index_1.vocabulary VALUES ('temperature', 3, '{2146034761,-125910925,716630644,1941699372,-676383045,-824504870,-1449389693,-1212384456,-860054457,1121429082,-1948469486,647782521,-203648264,566629093,535883974,888213973,1078850359,1375274176,-1997412703,953608780,1253487351,1438041160,-942804024,1603425065,796466228,559460991,744014800,-785318096,532288829,496217662,848547661,-66948654,237461249,19352202,-67537034,-252090843,-33981796}');
INSERT INTO search_index_1.vocabulary VALUES ('nirmal', 1, '{1848920332,265705640,-1069546351,-1431302558,-1719829885,-1721801361,-1671468504}');
INSERT INTO search_index_1.vocabulary VALUES ('infusion', 1, '{532970250,1418299337,230307376,-658320760,-776477951,196850819,2042145733,2042439923,2025662304,-87700035,-1677561899,-2130116596,-812174618,836884020,299014474,315792093,1604795446,-416401365,-863188919,-598427417,-1134325487,-1151103106,-835567213,-1394781103,1370643679,1908513225,1891735606,1272283182,994937996,1530836066,1547613685,878591362,342693292,359470911,880562838,897340457,930895695}');
INSERT INTO search_index_1.vocabulary VALUES ('pump', 1, '{-1825608853,1087522837,1563946978,1836228666,1383232953}');
INSERT INTO search_index_1.vocabulary VALUES ('sukha', 1, '{-1650732747,-1849409346,1450040168,657674258,1328926113,1177927542}');
INSERT INTO search_index_1.vocabulary VALUES ('trolley', 1, '{1230684870,99822600,1543216358,1131777265,611201722,542664223,878216603}');

SELECT pg_catalog.setval('search_index.generation_number', 1, true);

ALTER TABLE ONLY public.account_erasures
    ADD CONSTRAINT account_erasures_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_username_key_key UNIQUE (username_key);

ALTER TABLE ONLY public.audit_export_parts
    ADD CONSTRAINT audit_export_parts_pkey PRIMARY KEY (export_id, part);

ALTER TABLE ONLY public.audit_exports
    ADD CONSTRAINT audit_exports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.catalogue_seeds
    ADD CONSTRAINT catalogue_seeds_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_id_key UNIQUE (id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_stream_revision_key UNIQUE (stream, revision);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (scope);

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_event_id_channel_key UNIQUE (event_id, channel);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.personal_keys
    ADD CONSTRAINT personal_keys_pkey PRIMARY KEY (subject);

ALTER TABLE ONLY public.personal_master_key
    ADD CONSTRAINT personal_master_key_pkey PRIMARY KEY (only_one);

ALTER TABLE ONLY public.projection_checkpoints
    ADD CONSTRAINT projection_checkpoints_pkey PRIMARY KEY (name, slot);

ALTER TABLE ONLY public.projection_copies
    ADD CONSTRAINT projection_copies_pkey PRIMARY KEY (schema);

ALTER TABLE ONLY public.throttles
    ADD CONSTRAINT throttles_pkey PRIMARY KEY (key);

ALTER TABLE ONLY read_carts.carts
    ADD CONSTRAINT carts_pkey PRIMARY KEY (cart_id);

ALTER TABLE ONLY read_event_counts.counts
    ADD CONSTRAINT counts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY read_event_log.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY read_orders.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id);

ALTER TABLE ONLY read_product_list.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY read_product_list_next.products
    ADD CONSTRAINT products_pkey PRIMARY KEY (product_id);

ALTER TABLE ONLY read_service_requests.service_requests
    ADD CONSTRAINT service_requests_pkey PRIMARY KEY (request_id);

ALTER TABLE ONLY search_index.generation
    ADD CONSTRAINT generation_pkey PRIMARY KEY (is_only);

ALTER TABLE ONLY search_index_1.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (id);

ALTER TABLE ONLY search_index_1.shelf
    ADD CONSTRAINT shelf_pkey PRIMARY KEY (id);

ALTER TABLE ONLY search_index_1.vocabulary
    ADD CONSTRAINT vocabulary_pkey PRIMARY KEY (word);

CREATE INDEX accounts_created_at_id_idx ON public.accounts USING btree (created_at, id);

CREATE INDEX audit_exports_asked_by_asked_at_idx ON public.audit_exports USING btree (asked_by, asked_at DESC);

CREATE UNIQUE INDEX event_log_home_is_one_row ON public.event_log_home USING btree ((true));

CREATE INDEX idempotency_keys_expires_at_idx ON public.idempotency_keys USING btree (expires_at);

CREATE UNIQUE INDEX log_head_is_one_row ON public.log_head USING btree ((true));

CREATE INDEX notifications_created_at_id_idx ON public.notifications USING btree (created_at DESC, id DESC);

CREATE INDEX notifications_leased_until_created_at_idx ON public.notifications USING btree (leased_until NULLS FIRST, created_at) WHERE (status = ANY (ARRAY['pending'::text, 'queued'::text, 'sending'::text]));

CREATE INDEX notifications_status_created_at_id_idx ON public.notifications USING btree (status, created_at DESC, id DESC);

CREATE INDEX carts_account_id_updated_position_idx ON read_carts.carts USING btree (account_id, updated_position DESC) WHERE (status = 'open'::text);

CREATE INDEX counts_hour_idx ON read_event_counts.counts USING btree (hour) WHERE (hour IS NOT NULL);

CREATE INDEX events_by_id_category_position_idx ON read_event_log.events USING btree (by_id, category, "position" DESC);

CREATE INDEX events_by_id_position_idx ON read_event_log.events USING btree (by_id, "position" DESC);

CREATE INDEX events_by_id_type_position_idx ON read_event_log.events USING btree (by_id, type, "position" DESC);

CREATE INDEX events_category_position_idx ON read_event_log.events USING btree (category, "position" DESC);

CREATE INDEX events_causation_id_position_idx ON read_event_log.events USING btree (causation_id, "position" DESC);

CREATE INDEX events_correlation_id_position_idx ON read_event_log.events USING btree (correlation_id, "position" DESC);

CREATE INDEX events_position_idx ON read_event_log.events USING btree ("position" DESC);

CREATE INDEX events_stream_position_idx ON read_event_log.events USING btree (stream, "position" DESC);

CREATE INDEX events_type_position_idx ON read_event_log.events USING btree (type, "position" DESC);

CREATE INDEX orders_buyer_id_placed_position_idx ON read_orders.orders USING btree (buyer_id, placed_position DESC);

CREATE INDEX orders_placed_position_idx ON read_orders.orders USING btree (placed_position DESC);

CREATE INDEX orders_search_text_idx ON read_orders.orders USING gin (search_text public.gin_trgm_ops);

CREATE INDEX orders_status_placed_position_idx ON read_orders.orders USING btree (status, placed_position DESC);

CREATE INDEX products_category_created_position_idx ON read_product_list.products USING btree (category, created_position DESC);

CREATE INDEX products_created_position_idx ON read_product_list.products USING btree (created_position DESC);

CREATE INDEX service_requests_raised_position_idx ON read_service_requests.service_requests USING btree (raised_position DESC);

CREATE INDEX service_requests_requester_id_raised_position_idx ON read_service_requests.service_requests USING btree (requester_id, raised_position DESC);

CREATE INDEX document_created_at_id_idx ON search_index_1.document USING btree (created_at DESC, id);

CREATE INDEX document_head ON search_index_1.document USING gin (head);

CREATE INDEX document_price_paise_created_at_id_shelf_idx ON search_index_1.document USING btree (price_paise, created_at DESC, id) INCLUDE (shelf);

CREATE INDEX document_shelf_created_at_id_idx ON search_index_1.document USING btree (shelf, created_at DESC, id);

CREATE INDEX document_words ON search_index_1.document USING gin (words);

CREATE INDEX shelf_company_key_idx ON search_index_1.shelf USING btree (company_key);

CREATE INDEX vocabulary_deletions ON search_index_1.vocabulary USING gin (deletions);

CREATE TRIGGER events_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE ONLY public.audit_export_parts
    ADD CONSTRAINT audit_export_parts_export_id_fkey FOREIGN KEY (export_id) REFERENCES public.audit_exports(id) ON DELETE CASCADE;

