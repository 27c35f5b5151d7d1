<?php

declare(strict_types=1);

namespace CollectionsContract;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** The receiver behind Symfony, and behind Laravel, whose requests and answers are Symfony's. */
final class HttpFoundation
{
    /** Returns the answer to a request whose body nobody has read as a stream. */
    public static function answer(Receiver $receiver, Request $request): Response
    {
        $length = $request->headers->get('Content-Length');
        $answer = $receiver->refuseHead(
            $request->getMethod(),
            $request->headers->get('Content-Type'),
            is_numeric($length) ? (int) $length : null,
        ) ?? $receiver->receive(
            $request->getContent(),
            implode(',', $request->headers->all(Contract::SIGNATURE_HEADER)) ?: null,
        );

        return new Response($answer->body(), $answer->status, $answer->headers());
    }
}
